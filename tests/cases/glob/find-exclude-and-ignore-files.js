//+ files-ignored

async () => {
  const paths = async (from, options) => (await state.find(from, options)).map((entry) => entry.path);
  return {
    ignored: await paths("/", { type: "file", gitignore: true }),
    below: await paths("/src", { type: "file", gitignore: true }),
    excluded: await paths("/", { type: "file", exclude: ["/src/**", "*.log"] }),
    folders: await paths("/", { type: "directory", exclude: ["node_modules", ".git"] }),
    start: await paths("/node_modules", { gitignore: true }),
  };
}

//= result: {
//=   ignored: [
//=     "/.gitignore",
//=     "/a.log",
//=     "/src/.gitignore",
//=     "/src/deep/top.js",
//=     "/src/keep.log",
//=     "/src/ok.js",
//=   ],
//=   below: ["/src/.gitignore", "/src/deep/top.js", "/src/keep.log", "/src/ok.js"],
//=   excluded: ["/.gitignore", "/node_modules/m/i.js"],
//=   folders: ["/", "/src", "/src/build", "/src/deep"],
//=   start: ["/node_modules", "/node_modules/m", "/node_modules/m/i.js"],
//= }
