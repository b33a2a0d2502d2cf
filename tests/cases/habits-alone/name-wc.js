//+ files-project

return await state.wc("/logs/app.log")
//= throws: TypeError
//= message: state.wc is not a function. Write const lines = (await state.readFile(path)).split(/\r?\n/); if (lines.at(-1) === "") lines.pop(); lines.length is their number
//= at: 21:20
