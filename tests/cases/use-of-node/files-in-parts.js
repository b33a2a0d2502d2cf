// Descriptors read and write parts of files; what is too large is an error, and the file stays.
const fs = require("fs");
const fails = (work) => { try { return work(); } catch (error) { return [error.code, error.message]; } };
fs.writeFileSync("/a", "hello");
const fd = fs.openSync("/a", "r+");
const part = (length, position) => { const buffer = Buffer.alloc(length); const count = fs.readSync(fd, buffer, 0, length, position); return buffer.toString("latin1", 0, count); };
return {
  parts: [part(3, 1), part(10, 3), part(3, 5), part(3, 1e12)],
  folder: fails(() => fs.readSync(fs.openSync("/", "r"), Buffer.alloc(1))),
  far: [fails(() => fs.writeSync(fd, "x", 1e12)), fails(() => fs.ftruncateSync(fd, 1e12)), fs.readFileSync("/a", "utf8")],
  gap: [fs.writeSync(fd, "ZZ", 8), fs.readFileSync("/a", "latin1")],
  middle: [fs.writeSync(fd, "Q", 1), fs.readFileSync("/a", "latin1")],
};
//= result: {
//=   parts: ["ell", "lo", "", ""],
//=   folder: ["EISDIR", "EISDIR: illegal operation on a directory, read"],
//=   far: [
//=     [
//=       "EFBIG",
//=       "EFBIG: file too large: 1000000000000 bytes, at most 67108864 are allowed, write",
//=     ],
//=     [
//=       "EFBIG",
//=       "EFBIG: file too large: 1000000000000 bytes, at most 67108864 are allowed, write",
//=     ],
//=     "hello",
//=   ],
//=   gap: [2, "hello\u0000\u0000\u0000ZZ"],
//=   middle: [1, "hQllo\u0000\u0000\u0000ZZ"],
//= }
//= created: /a (- -> 10)
