//+ files-project

const yaml = require("js-yaml"); return yaml.load(await state.readFile("/data/config.yaml"))
//= throws: Error
//= message: Cannot find module 'js-yaml': there is no parser for that format: read the text with await state.readFile(path) and take it apart
//= code: MODULE_NOT_FOUND
//= at: 21:14
