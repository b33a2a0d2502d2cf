//+ files-project

await state.searchFiles({ glob: "/src/**/*.ts", query: "todo", ignoreCase: true }).then(r => console.log(r.length))
//= result: undefined
//= console.log: 1
