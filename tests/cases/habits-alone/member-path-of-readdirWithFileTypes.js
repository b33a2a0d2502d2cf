//+ files-project

for (const e of await state.readdirWithFileTypes("/src")) { if (e.isFile()) console.log(e.name, e.path) }
//= result: undefined
//= console.warn: note: line 21: state.readdirWithFileTypes gives an array of { name, type }; what is read here has no path
//= console.log: app.ts undefined
//= console.log: util.ts undefined
