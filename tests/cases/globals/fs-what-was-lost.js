// fs refuses what Node refuses: nothing is removed, moved, cut or replaced that Node would keep.
async () => {
  const fs = require("fs");
  const attempt = async (call) => {
    try {
      return (await call()) ?? "done";
    } catch (error) {
      return [error.code, error.message];
    }
  };
  fs.mkdirSync("/w/empty", { recursive: true });
  fs.mkdirSync("/w/dir");
  fs.writeFileSync("/w/dir/in", "in");
  fs.writeFileSync("/w/file", "text");
  fs.writeFileSync("/w/other", "other");
  fs.symlinkSync("file", "/w/link");
  const answers = [
    await attempt(() => fs.rmSync("/w/empty")),
    await attempt(() => fs.promises.rm("/w/empty")),
    await attempt(() => fs.unlinkSync("/w/file/")),
    await attempt(() => fs.rmSync("/w/file/")),
    await attempt(() => fs.renameSync("/w/file/", "/w/new")),
    await attempt(() => fs.renameSync("/w/file", "/w/new/")),
    await attempt(() => fs.chmodSync("/w/file/", 0o600)),
    await attempt(() => fs.renameSync("/w/file", "/w/missing/file")),
    await attempt(() => fs.truncateSync("/w/file", "3")),
    await attempt(() => fs.rmSync("/w/file", null)),
    await attempt(() => fs.rmSync("/w/file", { maxRetries: -1 })),
    await attempt(() => fs.rmSync("/w/file", { recursive: 1 })),
    await attempt(() => fs.cpSync("/w/link", "/w/other")),
    await attempt(() => fs.promises.cp("/w/link", "/w/other")),
    await attempt(() => fs.rmdirSync("/w/dir")),
    await attempt(() => fs.rmdirSync("/w/file")),
    await attempt(() => fs.unlinkSync("/w/dir")),
    await attempt(() => fs.writeFileSync("/w/file/", "x")),
    await attempt(() => fs.copyFileSync("/w/file", "/w/missing/")),
  ];
  const left = fs.readdirSync("/w", { recursive: true }).map((name) => {
    const stat = fs.lstatSync(`/w/${name}`);
    return [name, stat.mode.toString(8), stat.isFile() ? fs.readFileSync(`/w/${name}`, "utf8") : ""];
  });
  fs.rmSync("/w", { recursive: true });
  return { answers, left };
}
//= result: {
//=   answers: [
//=     ["ERR_FS_EISDIR", "Path is a directory: rm returned EISDIR (is a directory) /w/empty"],
//=     ["ERR_FS_EISDIR", "Path is a directory: rm returned EISDIR (is a directory) /w/empty"],
//=     ["ENOTDIR", "ENOTDIR: not a directory, unlink '/w/file/'"],
//=     ["ENOTDIR", "ENOTDIR: not a directory, lstat '/w/file/'"],
//=     ["ENOTDIR", "ENOTDIR: not a directory, rename '/w/file/' -> '/w/new'"],
//=     ["ENOTDIR", "ENOTDIR: not a directory, rename '/w/file' -> '/w/new/'"],
//=     ["ENOTDIR", "ENOTDIR: not a directory, chmod '/w/file/'"],
//=     ["ENOENT", "ENOENT: no such file or directory, rename '/w/file' -> '/w/missing/file'"],
//=     [
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"len\" argument must be of type number. Received type string ('3')",
//=     ],
//=     [
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options\" argument must be of type object. Received null",
//=     ],
//=     [
//=       "ERR_OUT_OF_RANGE",
//=       "The value of \"options.maxRetries\" is out of range. It must be >= 0 && <= 4294967295. Received -1",
//=     ],
//=     [
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options.recursive\" property must be of type boolean. Received type number (1)",
//=     ],
//=     ["EEXIST", "EEXIST: file already exists, symlink '/w/file' -> '/w/other'"],
//=     ["EEXIST", "EEXIST: file already exists, symlink '/w/file' -> '/w/other'"],
//=     ["ENOTEMPTY", "ENOTEMPTY: directory not empty, rmdir '/w/dir'"],
//=     ["ENOTDIR", "ENOTDIR: not a directory, rmdir '/w/file'"],
//=     ["EISDIR", "EISDIR: illegal operation on a directory, unlink '/w/dir'"],
//=     ["EISDIR", "EISDIR: illegal operation on a directory, open '/w/file/'"],
//=     [
//=       "EISDIR",
//=       "EISDIR: illegal operation on a directory, copyfile '/w/file' -> '/w/missing/'",
//=     ],
//=   ],
//=   left: [
//=     ["dir", "40755", ""],
//=     ["empty", "40755", ""],
//=     ["file", "100644", "text"],
//=     ["link", "120777", ""],
//=     ["other", "100644", "other"],
//=     ["dir/in", "100644", "in"],
//=   ],
//= }
