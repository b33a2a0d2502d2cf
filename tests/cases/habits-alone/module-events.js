//+ files-project

const { EventEmitter } = require("events"); return typeof EventEmitter
//= result: "function"
