// What fs has beside its calls, and what it refuses by name.
async () => {
  const fs = require("fs");
  const attempt = async (call) => {
    try {
      return await call();
    } catch (error) {
      return [error.code, error.message];
    }
  };
  fs.writeFileSync("/file", "text");
  const { O_RDWR, O_CREAT, S_IFMT, S_IFDIR, COPYFILE_EXCL, X_OK } = fs.constants;
  return [
    [O_RDWR, O_CREAT, S_IFMT, S_IFDIR, COPYFILE_EXCL, X_OK, fs.R_OK, Object.keys(fs).includes("R_OK")],
    [fs.promises === require("fs/promises"), typeof fs.realpath.native, typeof fs.promises.exists, typeof fs.lchmod],
    await attempt(() => fs.linkSync("/file", "/second")),
    await attempt(() => fs.promises.link("/missing", "/second")),
    await attempt(() => fs.promises.lchmod("/file", 0o600)),
    await attempt(() => fs.openSync("/file")),
    await attempt(() => fs.createReadStream("/file")),
    await attempt(() => fs.watch("/file")),
    await attempt(() => fs.readFileSync(3)),
    fs.readdirSync("/"),
  ];
}
//= result: [
//=   [2, 64, 61440, 16384, 1, 1, 4, false],
//=   [true, "function", "function", "undefined"],
//=   [
//=     "EPERM",
//=     "EPERM: operation not permitted, link '/file' -> '/second': there are no hard links; write fs.symlinkSync(target, path) or fs.copyFileSync(src, dest)",
//=   ],
//=   ["ENOENT", "ENOENT: no such file or directory, link '/missing' -> '/second'"],
//=   ["ERR_METHOD_NOT_IMPLEMENTED", "The lchmod() method is not implemented"],
//=   3,
//=   {
//=     fd: 4,
//=     path: "/file",
//=     flags: "r",
//=     mode: 438,
//=     start: undefined,
//=     pos: undefined,
//=     end: Infinity,
//=     bytesRead: 0,
//=   },
//=   [
//=     "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
//=     "fs.watch is not there: nothing but the program itself changes files while it runs, so there is nothing to watch: call what is to be done after the write",
//=   ],
//=   bytes(74 65 78 74),
//=   ["file"],
//= ]
//= console.warn: note: the result at $[6] is a ReadStream, whose contents are not its members; return await require("stream/consumers").text(it)
//= created: /file (- -> 4)
