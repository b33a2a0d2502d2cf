//+ files-project

const data = state.readJson("/package.json"); return `name: ${data}`
//= result: "name: [object Promise]"
//= console.warn: note: line 21: data is a promise, whose text is "[object Promise]": write await before it
