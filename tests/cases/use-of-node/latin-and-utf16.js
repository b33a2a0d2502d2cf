//! about = "Files in other encodings are found out and made UTF-8."
//! [files]
//! "/enc/latin.txt" = { bytes = [99, 97, 102, 233, 10] }
//! "/enc/utf16.txt" = { bytes = [255, 254, 104, 0, 233, 0, 10, 0] }
//! "/enc/bom.txt" = { bytes = [239, 187, 191, 104, 105, 10] }
//! "/enc/plain.txt" = "na\u00efve\n"

const fs = require("fs");

function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ["utf16le", bytes.toString("utf16le", 2)];
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return ["utf8-bom", bytes.toString("utf8", 3)];
  try {
    return ["utf8", new TextDecoder("utf-8", { fatal: true }).decode(bytes)];
  } catch (error) {
    console.log(error.name, error.code);
    return ["latin1", bytes.toString("latin1")];
  }
}
for (const name of fs.readdirSync("/enc").sort()) {
  const [encoding, text] = decode(fs.readFileSync("/enc/" + name));
  console.log(name, encoding, JSON.stringify(text), Buffer.byteLength(text));
  fs.writeFileSync("/enc/" + name, text);
}
console.log(JSON.stringify(fs.readFileSync("/enc/latin.txt", "utf8")), fs.readFileSync("/enc/latin.txt").length);
const half = "a\ud83d";
fs.writeFileSync("/enc/half.txt", half);
console.log(fs.readFileSync("/enc/half.txt"), half.isWellFormed(), Buffer.from("zß").toString("binary"), Buffer.from("é", "latin1"), Buffer.from("abc", "hex"), Buffer.from("a-_b", "base64"));
console.log(new TextDecoder().decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61])).length, new TextEncoder().encodeInto("€", new Uint8Array(2)), Buffer.from("ab").swap16().toString(), Buffer.isEncoding("UTF-8"));
//= result: undefined
//= console.log: bom.txt utf8-bom "hi\n" 3
//= console.log: TypeError ERR_ENCODING_INVALID_ENCODED_DATA
//= console.log: latin.txt latin1 "café\n" 6
//= console.log: plain.txt utf8 "naïve\n" 7
//= console.log: utf16.txt utf16le "hé\n" 4
//= console.log: "\"café\\n\" 6"
//= console.log: "<Buffer 61 ef bf bd> false zÃ\u009f <Buffer e9> <Buffer ab> <Buffer 6b ef db>"
//= console.log: 1 { read: 0, written: 0 } ba true
//= created: /enc/half.txt (- -> 4)
//= changed: /enc/bom.txt (6 -> 3)
//= changed: /enc/latin.txt (5 -> 6)
//= changed: /enc/utf16.txt (8 -> 4)
