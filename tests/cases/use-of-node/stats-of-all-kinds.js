//! about = "What stat tells: kinds, modes, sizes, times as numbers, dates and big integers."
//! [files]
//! "/s/file.txt" = "12345"
//! "/s/dir/x" = ""
//! "/s/link" = { symlink = "file.txt" }

const fs = require("fs");

fs.chmodSync("/s/file.txt", 0o640);
fs.utimesSync("/s/file.txt", new Date("2021-06-01T10:00:00Z"), new Date("2022-06-01T10:00:00.250Z"));
const s = fs.statSync("/s/file.txt");
console.log(s.isFile(), s.isDirectory(), s.isSymbolicLink(), s.isFIFO(), s.size, s.mode.toString(8), s.mtimeMs, s.mtime.toISOString(), s instanceof fs.Stats);
const big = fs.statSync("/s/file.txt", { bigint: true });
console.log(typeof big.size, big.size, big.mtimeMs, big.mtimeNs, (big.mode & 0o777n).toString(8));
const l = fs.lstatSync("/s/link");
console.log(l.isSymbolicLink(), l.isFile(), (l.mode & fs.constants.S_IFMT) === fs.constants.S_IFLNK, fs.statSync("/s/link").size);
console.log(fs.statSync("/s/dir").isDirectory(), fs.statSync("/s/none", { throwIfNoEntry: false }));
const type = (m) => ({ [fs.constants.S_IFREG]: "file", [fs.constants.S_IFDIR]: "dir" })[m & fs.constants.S_IFMT];
console.log(type(s.mode), type(fs.statSync("/s/dir").mode), Object.keys(s).sort().join());
fs.lutimesSync("/s/link", 10, 20);
console.log(fs.lstatSync("/s/link").mtimeMs, fs.statSync("/s/link").mtimeMs === s.mtimeMs);
fs.stat("/s/file.txt/", (e) => console.log(e.code));
fs.promises.stat("/s/dir/../file.txt").then((x) => console.log(x.size, JSON.stringify(x.mtime)));
fs.access("/s/file.txt", fs.constants.F_OK, (e) => console.log("access", e));
fs.exists("/s", (yes) => console.log("exists", yes));
console.log(fs.existsSync("/s/file.txt/"), fs.existsSync(null), fs.existsSync(new URL("file:///s/dir")), fs.existsSync(Buffer.from("/s/link")));
//= result: undefined
//= console.log: true false false false 5 100640 1654077600250 2022-06-01T10:00:00.250Z true
//= console.log: bigint 5n 1654077600250n 1654077600250000000n 640
//= console.log: true false true 5
//= console.log: true undefined
//= console.log: file dir atimeMs,birthtimeMs,blksize,blocks,ctimeMs,dev,gid,ino,mode,mtime,mtimeMs,nlink,rdev,size,uid
//= console.log: 20000 true
//= console.log: false false true true
//= console.log: ENOTDIR
//= console.log: 5 "2022-06-01T10:00:00.250Z"
//= console.log: access null
//= console.log: exists true
//= changed: /s/file.txt (5 -> 5)
