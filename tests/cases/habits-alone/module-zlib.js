//+ files-project

const zlib = require("zlib"); return zlib.gzipSync("x")
//= result: bytes(1f 8b 08 00 00 00 00 00 00 03 ab 00 00 83 16 dc 8c 01 00 00 00)
