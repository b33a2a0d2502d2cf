//! about = "Options of reading and writing, as strings and as objects, with URLs and bytes as paths."
//! [files]
//! "/o/text.txt" = "h\u00e9llo\n"

const fs = require("fs");
const { pathToFileURL } = require("url");

const url = pathToFileURL("/o/text.txt");
console.log(fs.readFileSync(url, "utf8"), fs.readFileSync(Buffer.from("/o/text.txt")).length, fs.readFileSync("/o/text.txt", { encoding: "base64" }), fs.readFileSync("/o/text.txt", "hex"), fs.readFileSync("/o/text.txt", { encoding: null }), fs.readFileSync("/o/text.txt", "latin1"));
fs.writeFileSync(new URL("file:///o/u%20v.txt"), "url");
fs.writeFileSync("/o/bytes.bin", new Uint16Array([1, 256]));
fs.writeFileSync("/o/view.bin", new DataView(new ArrayBuffer(3)));
fs.writeFileSync("/o/b64.bin", "aGk=", "base64");
fs.writeFileSync("/o/hex.bin", "6869", { encoding: "hex", flag: "w" });
fs.writeFileSync("/o/latin.txt", "é", "latin1");
fs.writeFileSync("/o/utf16.txt", "é", "utf16le");
for (const name of fs.readdirSync("/o").sort()) console.log(name, fs.readFileSync("/o/" + name).toString("hex"));
for (const bad of [123, null, undefined, {}, ["a"], true]) {
  try { fs.writeFileSync("/o/bad", bad); console.log("written", bad); } catch (e) { console.log(e.code, e.name); }
}
for (const bad of ["", "a\0b", 5.5, null, {}]) {
  try { fs.readFileSync(bad); } catch (e) { console.log(e.code, e.message.split("\n")[0]); }
}
try { fs.readFileSync("/o/text.txt", "utf-99"); } catch (e) { console.log(e.code, e.message); }
try { fs.readFile("/o/text.txt"); } catch (e) { console.log(e.code); }
try { fs.readFile("/o/text.txt", "utf8", "nothing"); } catch (e) { console.log(e.code); }
(async () => {
  await fs.promises.writeFile("/o/iter.txt", (function* () { yield "a"; yield Buffer.from("b"); })());
  console.log(fs.readFileSync("/o/iter.txt", "utf8"), (await fs.promises.readFile("/o/text.txt", { encoding: "utf8", flag: "r" })).trim());
  await fs.promises.writeFile("/o/no.txt", "x", { flag: "r" }).catch((e) => console.log(e.code));
  fs.writeFile("/o/cb.txt", "cb", { mode: 0o600 }, (e) => console.log(e, (fs.statSync("/o/cb.txt").mode & 0o777).toString(8)));
})();
//= result: undefined
//= console.log: "héllo\n 7 aMOpbGxvCg== 68c3a96c6c6f0a <Buffer 68 c3 a9 6c 6c 6f 0a> hÃ©llo\n"
//= console.log: b64.bin 6869
//= console.log: bytes.bin 01000001
//= console.log: hex.bin 6869
//= console.log: latin.txt e9
//= console.log: text.txt 68c3a96c6c6f0a
//= console.log: u v.txt 75726c
//= console.log: utf16.txt e900
//= console.log: view.bin 000000
//= console.log: ERR_INVALID_ARG_TYPE TypeError
//= console.log: ERR_INVALID_ARG_TYPE TypeError
//= console.log: ERR_INVALID_ARG_TYPE TypeError
//= console.log: ERR_INVALID_ARG_TYPE TypeError
//= console.log: ERR_INVALID_ARG_TYPE TypeError
//= console.log: ERR_INVALID_ARG_TYPE TypeError
//= console.log: ENOENT ENOENT: no such file or directory, open ''
//= console.log: ERR_INVALID_ARG_VALUE The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received 'a\x00b'
//= console.log: ERR_INVALID_ARG_TYPE The "path" argument must be of type string or an instance of Buffer or URL. Received type number (5.5)
//= console.log: ERR_INVALID_ARG_TYPE The "path" argument must be of type string or an instance of Buffer or URL. Received null
//= console.log: ERR_INVALID_ARG_TYPE The "path" argument must be of type string or an instance of Buffer or URL. Received an instance of Object
//= console.log: ERR_INVALID_ARG_VALUE The argument 'encoding' is invalid encoding. Received 'utf-99'
//= console.log: ERR_INVALID_ARG_TYPE
//= console.log: ERR_INVALID_ARG_TYPE
//= console.log: ab héllo
//= console.log: ENOENT
//= console.log: null 600
//= created: /o/b64.bin (- -> 2)
//= created: /o/bytes.bin (- -> 4)
//= created: /o/cb.txt (- -> 2)
//= created: /o/hex.bin (- -> 2)
//= created: /o/iter.txt (- -> 2)
//= created: /o/latin.txt (- -> 1)
//= created: /o/u v.txt (- -> 3)
//= created: /o/utf16.txt (- -> 2)
//= created: /o/view.bin (- -> 3)
