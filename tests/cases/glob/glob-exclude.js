//+ files-ignored

async () => ({
  names: await state.glob("/**/*.{log,js}", { exclude: ["node_modules", "*.log"] }),
  one: await state.glob("/src/**/*.js", { exclude: "deep" }),
  path: await state.glob("/src/**/*.js", { exclude: "/src/build/**" }),
  folder: await state.glob("/src/**/*.js", { exclude: "/src/build" }),
  slash: await state.glob("/src/**/*.js", { exclude: ["build/"] }),
  both: await state.glob("/**/*.{log,js}", { exclude: ["*.js"], gitignore: true }),
  none: (await state.glob("/**/*.js", { exclude: [] })).length,
  hidden: await state.glob("/**/*.js", { exclude: ".*" }),
})

//= result: {
//=   names: [
//=     "/src/.git/HEAD.js",
//=     "/src/build/x.js",
//=     "/src/deep/top.js",
//=     "/src/ok.js",
//=     "/src/top.js",
//=   ],
//=   one: ["/src/.git/HEAD.js", "/src/build/x.js", "/src/ok.js", "/src/top.js"],
//=   path: ["/src/.git/HEAD.js", "/src/deep/top.js", "/src/ok.js", "/src/top.js"],
//=   folder: ["/src/.git/HEAD.js", "/src/deep/top.js", "/src/ok.js", "/src/top.js"],
//=   slash: ["/src/.git/HEAD.js", "/src/deep/top.js", "/src/ok.js", "/src/top.js"],
//=   both: ["/a.log", "/src/keep.log"],
//=   none: 6,
//=   hidden: [
//=     "/node_modules/m/i.js",
//=     "/src/build/x.js",
//=     "/src/deep/top.js",
//=     "/src/ok.js",
//=     "/src/top.js",
//=   ],
//= }
