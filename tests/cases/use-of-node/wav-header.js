//! about = "The header of a sound file is written and read with Buffer."

const fs = require("fs");

function wav(samples, rate = 8000) {
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((value, i) => data.writeInt16LE(Math.round(value * 32767), i * 2));
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "ascii");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

fs.mkdirSync("/sound", { recursive: true });
fs.writeFileSync("/sound/tone.wav", wav([0, 0.5, 1, -1, -0.25]));
const read = fs.readFileSync("/sound/tone.wav");
console.log({
  magic: read.toString("latin1", 0, 4) + "/" + read.subarray(8, 12).toString(),
  size: read.readUInt32LE(4) + 8 === read.length,
  rate: read.readUInt32LE(24),
  bits: read.readUInt16LE(34),
  samples: Array.from({ length: read.readUInt32LE(40) / 2 }, (_, i) => read.readInt16LE(44 + i * 2)),
});
console.log(read.subarray(0, 16));
console.log(read.equals(Buffer.from(read.toString("base64"), "base64")), Buffer.compare(read, head()), read.indexOf("data"));
function head() { return read.subarray(0, 44); }
//= result: undefined
//= console.log: "{\n  magic: 'RIFF/WAVE',\n  size: true,\n  rate: 8000,\n  bits: 16,\n  samples: [ 0, 16384, 32767, -32767, -8192 ]\n}"
//= console.log: <Buffer 52 49 46 46 2e 00 00 00 57 41 56 45 66 6d 74 20>
//= console.log: true 1 36
//= created: /sound (- -> 0)
//= created: /sound/tone.wav (- -> 54)
