// What fs tells of entries: modes with the bits of the type, names, big numbers, and errors with all members.
async () => {
  const fs = require("fs");
  const attempt = (call) => {
    try {
      return call() ?? "nothing";
    } catch (error) {
      return { ...error, message: error.message };
    }
  };
  fs.mkdirSync("/w/dir", { recursive: true, mode: 0o700 });
  fs.mkdirSync("/w/dir/below");
  fs.writeFileSync("/w/file", "text", { mode: 0o640 });
  fs.symlinkSync("file", "/w/link");
  fs.utimesSync("/w/file", 1, 2.5);
  const told = ({ mode, nlink, uid, gid, size, mtimeMs }, withSize) => [mode.toString(8), nlink, uid, gid, withSize && size, withSize && mtimeMs];
  const big = fs.statSync("/w/file", { bigint: true });
  const answers = [
    told(fs.statSync("/w/dir"), false),
    told(fs.statSync("/w/file"), true),
    told(fs.statSync("/w/link"), true),
    fs.lstatSync("/w/link").isSymbolicLink(),
    [typeof big.size, `${big.mode}`, `${big.mtimeNs}`, big.isFile(), big.mtime.toISOString()],
    Object.keys(fs.statSync("/w/file")),
    fs.statSync("/w/file") instanceof fs.Stats,
    fs.statSync("/w/file").ino === fs.statSync("/w/link").ino,
    attempt(() => fs.statSync("/w/missing")),
    attempt(() => fs.statSync("/w/missing", { throwIfNoEntry: false })),
    attempt(() => fs.lstatSync("/w/file/x", { throwIfNoEntry: false })),
    attempt(() => fs.renameSync("/w/missing", "/w/x")),
    attempt(() => fs.symlinkSync("file", "/w/link")),
    attempt(() => fs.readFileSync("/w/dir")),
    attempt(() => fs.accessSync("/w/file", fs.constants.X_OK)),
    attempt(() => fs.accessSync("/w/dir", fs.constants.X_OK)),
    attempt(() => fs.accessSync("/w/file", 9)),
    attempt(() => fs.chmodSync("/w/file", "nine")),
    attempt(() => fs.chownSync("/w/file", "me", 0)),
    attempt(() => fs.utimesSync("/w/file", {}, 1)),
  ];
  fs.rmSync("/w", { recursive: true });
  return answers;
}
//= result: [
//=   ["40700", 3, 0, 0, false, false],
//=   ["100640", 1, 0, 0, 4, 2500],
//=   ["100640", 1, 0, 0, 4, 2500],
//=   true,
//=   ["bigint", "33184", "2500000000", true, "1970-01-01T00:00:02.500Z"],
//=   [
//=     "dev",
//=     "mode",
//=     "nlink",
//=     "uid",
//=     "gid",
//=     "rdev",
//=     "blksize",
//=     "ino",
//=     "size",
//=     "blocks",
//=     "atimeMs",
//=     "mtimeMs",
//=     "ctimeMs",
//=     "birthtimeMs",
//=   ],
//=   true,
//=   true,
//=   {
//=     errno: -2,
//=     code: "ENOENT",
//=     syscall: "stat",
//=     path: "/w/missing",
//=     message: "ENOENT: no such file or directory, stat '/w/missing'",
//=   },
//=   "nothing",
//=   {
//=     errno: -20,
//=     code: "ENOTDIR",
//=     syscall: "lstat",
//=     path: "/w/file/x",
//=     message: "ENOTDIR: not a directory, lstat '/w/file/x'",
//=   },
//=   {
//=     errno: -2,
//=     code: "ENOENT",
//=     syscall: "rename",
//=     path: "/w/missing",
//=     dest: "/w/x",
//=     message: "ENOENT: no such file or directory, rename '/w/missing' -> '/w/x'",
//=   },
//=   {
//=     errno: -17,
//=     code: "EEXIST",
//=     syscall: "symlink",
//=     path: "file",
//=     dest: "/w/link",
//=     message: "EEXIST: file already exists, symlink 'file' -> '/w/link'",
//=   },
//=   {
//=     errno: -21,
//=     code: "EISDIR",
//=     syscall: "read",
//=     message: "EISDIR: illegal operation on a directory, read",
//=   },
//=   {
//=     errno: -13,
//=     code: "EACCES",
//=     syscall: "access",
//=     path: "/w/file",
//=     message: "EACCES: permission denied, access '/w/file'",
//=   },
//=   "nothing",
//=   { code: "ERR_OUT_OF_RANGE", message: "mode is out of range: >= 0 && <= 7" },
//=   {
//=     code: "ERR_INVALID_ARG_VALUE",
//=     message: "The argument 'mode' must be a 32-bit unsigned integer or an octal string. Received 'nine'",
//=   },
//=   {
//=     code: "ERR_INVALID_ARG_TYPE",
//=     message: "The \"uid\" argument must be of type number. Received type string ('me')",
//=   },
//=   {
//=     code: "ERR_INVALID_ARG_TYPE",
//=     message: "The \"time\" argument must be an instance of Date or an Time in seconds. Received an instance of Object",
//=   },
//= ]
