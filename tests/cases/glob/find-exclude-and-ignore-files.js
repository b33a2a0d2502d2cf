//! [files]
//! "/.gitignore" = "node_modules\n"
//! "/a.log" = "hit"
//! "/node_modules/m/i.js" = "hit"
//! "/src/.gitignore" = "# a comment\n*.log\n!keep.log\nbuild/\n/top.js\n"
//! "/src/a.log" = "hit"
//! "/src/build/x.js" = "hit"
//! "/src/deep/b.log" = "hit"
//! "/src/deep/top.js" = "hit"
//! "/src/keep.log" = "hit"
//! "/src/ok.js" = "hit"
//! "/src/top.js" = "hit"
//! "/src/.git/HEAD.js" = "hit"

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
