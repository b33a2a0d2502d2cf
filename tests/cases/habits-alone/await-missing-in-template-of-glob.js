//+ files-project

return `has ${state.glob("**/*.ts")} files`
//= result: "has [object Promise] files"
//= console.warn: note: line 21: state.glob(…) is a promise, whose text is "[object Promise]": write await before it
