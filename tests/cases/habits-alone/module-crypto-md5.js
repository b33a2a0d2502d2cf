//+ files-project

const crypto = require("crypto"); return crypto.createHash("md5").update("x").digest("hex")
//= result: "9dd4e461268c8034f5c8564e155c67a6"
