//+ files-project

const text = state.readFile("/README.md") + "x"; return text
//= result: "[object Promise]x"
//= console.warn: note: line 21: state.readFile(…) is a promise, and no value to compute or compare with: write await before it
