//+ files-ignored

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
