//! about = "A search with the rules of .gitignore and more patterns that are left out."
//! [files]
//! "/g/.gitignore" = "dist/\n*.log\n!keep.log\n/only-root.js\n"
//! "/g/src/a.js" = "TODO one"
//! "/g/src/only-root.js" = "TODO two"
//! "/g/only-root.js" = "TODO three"
//! "/g/dist/b.js" = "TODO four"
//! "/g/x.log" = "TODO five"
//! "/g/sub/keep.log" = "TODO six"
//! "/g/sub/.gitignore" = "*.tmp\n"
//! "/g/sub/t.tmp" = "TODO seven"
//! "/g/node_modules/m/i.js" = "TODO eight"

async () => {
  const paths = (list) => list.map((f) => (f.path ?? f).slice(3));
  return {
    all: paths(await state.searchFiles("/g/**", "TODO")),
    ignored: paths(await state.searchFiles("/g/**", "TODO", { gitignore: true })),
    both: paths(await state.searchFiles("/g/**", "TODO", { gitignore: true, exclude: ["node_modules/**"] })),
    slash: paths(await state.glob("/g/**/*.js", { exclude: ["/g/src/*.js"] })),
    deep: paths(await state.glob("/g/**/*.js", { exclude: ["m/i.js", "dist"] })),
    several: paths(await state.glob(["/g/**/*.tmp", "/g/*.log"])),
    unused: paths(await state.glob("/g/*.js", { exclude: ["*.ts"] })),
  };
}
//= result: {
//=   all: [
//=     "dist/b.js",
//=     "node_modules/m/i.js",
//=     "only-root.js",
//=     "src/a.js",
//=     "src/only-root.js",
//=     "sub/keep.log",
//=     "sub/t.tmp",
//=     "x.log",
//=   ],
//=   ignored: ["node_modules/m/i.js", "src/a.js", "src/only-root.js", "sub/keep.log"],
//=   both: ["src/a.js", "src/only-root.js", "sub/keep.log"],
//=   slash: ["dist/b.js", "node_modules/m/i.js", "only-root.js"],
//=   deep: ["only-root.js", "src/a.js", "src/only-root.js"],
//=   several: ["sub/t.tmp", "x.log"],
//=   unused: ["only-root.js"],
//= }
//= console.warn: note: exclude leaves nothing out: "*.ts"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
