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

async () => ({
  all: (await state.glob("/**/*.{log,js}")).length,
  root: await state.glob("/**/*.{log,js}", { gitignore: true }),
  below: await state.glob("/src/**/*.{log,js}", { gitignore: true }),
  off: (await state.glob("/src/*.log", { gitignore: false })).length,
  exact: await state.glob("/src/top.js", { gitignore: true }),
})

//= result: {
//=   all: 10,
//=   root: ["/a.log", "/src/deep/top.js", "/src/keep.log", "/src/ok.js"],
//=   below: ["/src/deep/top.js", "/src/keep.log", "/src/ok.js"],
//=   off: 2,
//=   exact: [],
//= }
