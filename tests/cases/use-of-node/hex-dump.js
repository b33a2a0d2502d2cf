//! about = "A dump of bytes with offsets and letters."
//! [files]
//! "/bin/data.bin" = { bytes = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 244, 0, 0, 0, 200, 8, 6, 255, 126, 127] }

const fs = require("fs");

const bytes = fs.readFileSync("/bin/data.bin");
const lines = [];
for (let offset = 0; offset < bytes.length; offset += 16) {
  const chunk = bytes.slice(offset, offset + 16);
  const hex = chunk.toString("hex").replace(/../g, "$& ").padEnd(48);
  const letters = [...chunk].map((b) => (b >= 32 && b < 127 ? String.fromCharCode(b) : ".")).join("");
  lines.push(`${offset.toString(16).padStart(8, "0")}  ${hex} |${letters}|`);
}
fs.writeFileSync("/bin/data.hex", lines.join("\n") + "\n", "ascii");
console.log(lines.join("\n"));
const signature = Buffer.from([0x89, ..."PNG\r\n\x1a\n"].map((c) => (typeof c === "number" ? c : c.charCodeAt(0))));
if (bytes.subarray(0, 8).equals(signature)) console.log("PNG", bytes.readUInt32BE(16), "x", bytes.readUInt32BE(20));
console.log(bytes.includes(Buffer.from("IHDR")), bytes.toJSON().data.length, bytes.at(-1), bytes.lastIndexOf(0));
console.log(bytes.toString("utf8").length, bytes.toString("latin1").length, bytes.toString("base64url"));
//= result: undefined
//= console.log: "00000000  89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52  |.PNG........IHDR|\n00000010  00 00 01 f4 00 00 00 c8 08 06 ff 7e 7f           |...........~.|"
//= console.log: PNG 500 x 200
//= console.log: true 29 127 22
//= console.log: 29 29 iVBORw0KGgoAAAANSUhEUgAAAfQAAADICAb_fn8
//= created: /bin/data.hex (- -> 153)
