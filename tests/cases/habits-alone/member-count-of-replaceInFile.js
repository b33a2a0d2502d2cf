//+ files-project

const r = await state.replaceInFile("/src/app.ts", "var", "let"); return r.count
//= result: undefined
//= console.warn: note: line 21: state.replaceInFile gives { replaced, content }; it has no count
//= changed: /src/app.ts (81 -> 81)
