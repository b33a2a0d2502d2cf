//+ files-project

const fg = require("fast-glob"); return fg.sync("**/*.ts")
//= throws: Error
//= message: Cannot find module 'fast-glob': await state.glob("/**/*.ts", { nodir: true, exclude: ["node_modules"] }) lists files, without an import
//= code: MODULE_NOT_FOUND
//= at: 21:12
