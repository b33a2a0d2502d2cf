//+ files-project

state.readFile("/README.md").then(t => console.log(t.length))
//= result: undefined
//= console.log: 20
