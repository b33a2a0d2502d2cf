//+ files-project

const { parse } = require("csv-parse/sync"); return parse("a,b")
//= throws: Error
//= message: Cannot find module 'csv-parse/sync': CSV has no parser here: read the text with await state.readFile(path), and go through its characters; a field in double quotes may hold commas, line breaks and doubled quotes, and lines end in \n or \r\n
//= code: MODULE_NOT_FOUND
//= at: 21:19
