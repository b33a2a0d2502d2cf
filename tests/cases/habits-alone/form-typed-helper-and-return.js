//+ files-project

async function helper(path: string) { const s = await state.stat(path); return s.isFile() ? s.size : 0 } return helper("/README.md")
//= result: 20
