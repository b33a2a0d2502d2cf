//+ files-ignored

async () => {
  const paths = async (pattern, options) =>
    (await state.searchFiles(pattern, "hit", options)).map((found) => found.path);
  return {
    ignored: await paths("/**", { gitignore: true }),
    excluded: await paths("/**", { exclude: ["*.log", "node_modules"] }),
    one: await paths("/src/**", { maxDepth: 1 }),
    two: await paths("/src/**", { maxDepth: 2, exclude: ".git" }),
    zero: await paths("/src/**", { maxDepth: 0 }),
    root: await paths("/**", { maxDepth: 1 }),
    exact: await paths("/src/ok.js", { maxDepth: 1 }),
  };
}

//= result: {
//=   ignored: ["/a.log", "/src/deep/top.js", "/src/keep.log", "/src/ok.js"],
//=   excluded: [
//=     "/src/.git/HEAD.js",
//=     "/src/build/x.js",
//=     "/src/deep/top.js",
//=     "/src/ok.js",
//=     "/src/top.js",
//=   ],
//=   one: ["/src/a.log", "/src/keep.log", "/src/ok.js", "/src/top.js"],
//=   two: [
//=     "/src/a.log",
//=     "/src/build/x.js",
//=     "/src/deep/b.log",
//=     "/src/deep/top.js",
//=     "/src/keep.log",
//=     "/src/ok.js",
//=     "/src/top.js",
//=   ],
//=   zero: [],
//=   root: ["/a.log"],
//=   exact: ["/src/ok.js"],
//= }
