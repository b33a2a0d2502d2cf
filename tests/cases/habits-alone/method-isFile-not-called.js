//+ files-project

const st = await state.stat("/README.md"); return st.isFile ? 1 : 0
//= result: 1
//= console.warn: note: line 21: isFile of what state.stat gives is a method, which is always true: write isFile()
