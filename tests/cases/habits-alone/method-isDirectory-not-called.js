//+ files-project

for (const f of await state.find("/src")) { if (f.isDirectory) console.log(f.path) }
//= result: undefined
//= console.warn: note: line 21: isDirectory of what state.find gives is a method, which is always true: write isDirectory()
//= console.log: /src
//= console.log: /src/app.ts
//= console.log: /src/lib
//= console.log: /src/lib/a.js
//= console.log: /src/lib/b.test.js
//= console.log: /src/util.ts
