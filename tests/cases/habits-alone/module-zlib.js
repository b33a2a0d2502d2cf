//+ files-project

const zlib = require("zlib"); return zlib.gzipSync("x")
//= throws: Error
//= message: Cannot find module 'zlib': state.createArchive, listArchive, extractArchive, compressFile and decompressFile do that work
//= code: MODULE_NOT_FOUND
//= at: 21:14
