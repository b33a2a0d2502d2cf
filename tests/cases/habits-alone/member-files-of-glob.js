//+ files-project

const { files } = await state.glob("**/*.ts"); return files
//= result: undefined
//= console.warn: note: line 21: state.glob gives an array of string; it has no files
