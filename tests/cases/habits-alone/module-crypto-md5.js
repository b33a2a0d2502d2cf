//+ files-project

const crypto = require("crypto"); return crypto.createHash("md5").update("x").digest("hex")
//= throws: Error
//= message: There is no digest 'md5' in programs, only sha1, sha256, sha384, sha512; await state.hashFile(path, { algorithm }) takes md5 too
//= at: 21:49
