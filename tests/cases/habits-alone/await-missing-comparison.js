//+ files-project

return state.readFile("/README.md") === "x"
//= result: false
//= console.warn: note: line 21: state.readFile(…) is a promise, and no value to compute or compare with: write await before it
