//! [files]
//! "/a.txt" = "hello\n"

const crypto = require("crypto"), fs = require("fs");
console.log(crypto.createHash("sha256").update(fs.readFileSync("a.txt")).digest("hex"));
//= result: undefined
//= console.log: 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03
