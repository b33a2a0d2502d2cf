//+ files-project

const { parse } = require("csv-parse/sync"); return parse("a,b")
//= throws: Error
//= message: Cannot find module 'csv-parse/sync': await state.readCsv(path, { header: true }) reads CSV as objects, and await state.readCsv(path) as arrays; await state.writeCsv(path, rows) writes it
//= code: MODULE_NOT_FOUND
//= at: 21:19
