//! [files]
//! "/a.bin" = "héllo"

const fs = require("fs");
const bytes = fs.readFileSync("a.bin");
console.log(bytes.toString("base64"), bytes.toString("hex"), bytes.length);
console.log(Buffer.from("aMOpbGxv", "base64").toString());
//= result: undefined
//= console.log: aMOpbGxv 68c3a96c6c6f 6
//= console.log: héllo
