//+ files-project

const rl = require("readline").createInterface({ input: fs.createReadStream("/logs/app.log") }); for await (const line of rl) console.log(line)
//= throws: Error
//= message: Cannot find module 'readline': const lines = (await state.readFile(path)).split(/\r?\n/); if (lines.at(-1) === "") lines.pop(); are the lines of a file, and await state.readFile(path, { startLine: 1, endLine: 20 }) is some of them as one text
//= code: MODULE_NOT_FOUND
//= at: 21:12
