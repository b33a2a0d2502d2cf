// copyFile and cp: links, modes, filters, times, and the codes of what is refused.
async () => {
  const fs = require("fs");
  const tree = (root) => fs.readdirSync(root, { recursive: true }).map((name) => {
    const stat = fs.lstatSync(`${root}/${name}`);
    const what = stat.isSymbolicLink() ? fs.readlinkSync(`${root}/${name}`) : stat.isFile() ? fs.readFileSync(`${root}/${name}`, "utf8") : "/";
    return `${name} ${(stat.mode & 0o777).toString(8)} ${what}`;
  });
  const reset = () => {
    fs.rmSync("/w", { recursive: true, force: true });
    fs.mkdirSync("/w/dir/below", { recursive: true });
    fs.writeFileSync("/w/dir/below/deep", "deep");
    fs.writeFileSync("/w/dir/file", "in", { mode: 0o755 });
    fs.writeFileSync("/w/file", "text");
    fs.writeFileSync("/w/old", "old");
    fs.symlinkSync("file", "/w/link");
    fs.symlinkSync("file", "/w/dir/link");
    fs.mkdirSync("/w/to");
  };
  const attempt = async (call) => {
    reset();
    try {
      const answer = await call(fs);
      return [answer ?? "done", tree("/w/to")];
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  const both = async (...args) => [await attempt(() => fs.cpSync(...args)), await attempt(() => fs.promises.cp(...args))];
  const answers = [
    await attempt(() => fs.copyFileSync("/w/link", "/w/to/copy")),
    await attempt(() => (fs.copyFileSync("/w/old", "/w/link"), fs.readFileSync("/w/file", "utf8"))),
    await attempt(() => fs.copyFileSync("/w/dir/file", "/w/to/copy")),
    await attempt(() => fs.copyFileSync("/w/file", "/w/old", fs.constants.COPYFILE_EXCL)),
    await attempt(() => fs.copyFileSync("/w/dir", "/w/to/copy")),
    await both("/w/dir", "/w/to/copy", { recursive: true }),
    await both("/w/dir", "/w/to/copy", { recursive: true, verbatimSymlinks: true }),
    await both("/w/dir", "/w/to/copy", { recursive: true, filter: (from) => !from.endsWith("below") }),
    await attempt(() => fs.promises.cp("/w/dir", "/w/to/copy", { recursive: true, filter: async (from) => !from.endsWith("file") })),
    await attempt(() => fs.cpSync("/w/dir", "/w/to/copy", { recursive: true, filter: async () => true })),
    await attempt(() => fs.promises.cp("/w/link", "/w/to/copy", { dereference: true })),
    await both("/w/link", "/w/to/copy"),
    await both("/w/dir", "/w/to/copy"),
    await both("/w/dir", "/w/file", { recursive: true }),
    await both("/w/file", "/w/dir"),
    await both("/w/dir", "/w/dir/below/copy", { recursive: true }),
    await both("/w/file", "/w/file"),
    await both("/w/file", "/w/old", { force: false, errorOnExist: true }),
    await both("/w/file", "/w/to/a/b/copy"),
    await both("/w/missing", "/w/to/copy"),
    await both("/w/file", "/w/to/copy", { dereference: true, verbatimSymlinks: true }),
    await both("/w/file", "/w/to/copy", { recursive: "yes" }),
    await attempt(() => {
      fs.utimesSync("/w/dir/file", 1, 2);
      fs.cpSync("/w/dir", "/w/to/copy", { recursive: true, preserveTimestamps: true });
      return fs.statSync("/w/to/copy/file").mtimeMs;
    }),
  ];
  fs.rmSync("/w", { recursive: true });
  return answers;
}
//= result: [
//=   ["done", ["copy 644 text"]],
//=   ["old", []],
//=   ["done", ["copy 755 in"]],
//=   ["Error", "EEXIST", "EEXIST: file already exists, copyfile '/w/file' -> '/w/old'"],
//=   [
//=     "Error",
//=     "EISDIR",
//=     "EISDIR: illegal operation on a directory, copyfile '/w/dir' -> '/w/to/copy'",
//=   ],
//=   [
//=     [
//=       "done",
//=       [
//=         "copy 755 /",
//=         "copy/below 755 /",
//=         "copy/file 755 in",
//=         "copy/link 777 /w/dir/file",
//=         "copy/below/deep 644 deep",
//=       ],
//=     ],
//=     [
//=       "done",
//=       [
//=         "copy 755 /",
//=         "copy/below 755 /",
//=         "copy/file 755 in",
//=         "copy/link 777 /w/dir/file",
//=         "copy/below/deep 644 deep",
//=       ],
//=     ],
//=   ],
//=   [
//=     [
//=       "done",
//=       [
//=         "copy 755 /",
//=         "copy/below 755 /",
//=         "copy/file 755 in",
//=         "copy/link 777 file",
//=         "copy/below/deep 644 deep",
//=       ],
//=     ],
//=     [
//=       "done",
//=       [
//=         "copy 755 /",
//=         "copy/below 755 /",
//=         "copy/file 755 in",
//=         "copy/link 777 file",
//=         "copy/below/deep 644 deep",
//=       ],
//=     ],
//=   ],
//=   [
//=     ["done", ["copy 755 /", "copy/file 755 in", "copy/link 777 /w/dir/file"]],
//=     ["done", ["copy 755 /", "copy/file 755 in", "copy/link 777 /w/dir/file"]],
//=   ],
//=   [
//=     "done",
//=     [
//=       "copy 755 /",
//=       "copy/below 755 /",
//=       "copy/link 777 /w/dir/file",
//=       "copy/below/deep 644 deep",
//=     ],
//=   ],
//=   [
//=     "TypeError",
//=     "ERR_INVALID_RETURN_VALUE",
//=     "Expected boolean to be returned from the \"filter\" function but got an instance of Promise.",
//=   ],
//=   ["done", ["copy 644 text"]],
//=   [["done", ["copy 777 /w/file"]], ["done", ["copy 777 /w/file"]]],
//=   [
//=     [
//=       "Error",
//=       "ERR_FS_EISDIR",
//=       "Recursive option not enabled, cannot copy a directory: /w/dir/",
//=     ],
//=     [
//=       "SystemError",
//=       "ERR_FS_EISDIR",
//=       "Path is a directory: cp returned EISDIR (/w/dir is a directory (not copied)) /w/dir",
//=     ],
//=   ],
//=   [
//=     [
//=       "Error",
//=       "ERR_FS_CP_DIR_TO_NON_DIR",
//=       "Cannot overwrite non-directory /w/file with directory /w/dir",
//=     ],
//=     [
//=       "SystemError",
//=       "ERR_FS_CP_DIR_TO_NON_DIR",
//=       "Cannot overwrite non-directory with directory: cp returned EISDIR (cannot overwrite non-directory /w/file with directory /w/dir) /w/file",
//=     ],
//=   ],
//=   [
//=     [
//=       "Error",
//=       "ERR_FS_CP_NON_DIR_TO_DIR",
//=       "Cannot overwrite directory /w/dir with non-directory /w/file",
//=     ],
//=     [
//=       "SystemError",
//=       "ERR_FS_CP_NON_DIR_TO_DIR",
//=       "Cannot overwrite directory with non-directory: cp returned ENOTDIR (cannot overwrite directory /w/dir with non-directory /w/file) /w/dir",
//=     ],
//=   ],
//=   [
//=     [
//=       "Error",
//=       "ERR_FS_CP_EINVAL",
//=       "Cannot copy /w/dir/ to a subdirectory of self /w/dir/below/copy",
//=     ],
//=     [
//=       "SystemError",
//=       "ERR_FS_CP_EINVAL",
//=       "Invalid src or dest: cp returned EINVAL (cannot copy /w/dir to a subdirectory of self /w/dir/below/copy) /w/dir/below/copy",
//=     ],
//=   ],
//=   [
//=     ["Error", "ERR_FS_CP_EINVAL", "src and dest cannot be the same /w/file"],
//=     [
//=       "SystemError",
//=       "ERR_FS_CP_EINVAL",
//=       "Invalid src or dest: cp returned EINVAL (src and dest cannot be the same) /w/file",
//=     ],
//=   ],
//=   [
//=     [
//=       "SystemError",
//=       "ERR_FS_CP_EEXIST",
//=       "Target already exists: cp returned EEXIST (/w/old already exists) /w/old",
//=     ],
//=     [
//=       "SystemError",
//=       "ERR_FS_CP_EEXIST",
//=       "Target already exists: cp returned EEXIST (/w/old already exists) /w/old",
//=     ],
//=   ],
//=   [
//=     ["done", ["a 755 /", "a/b 755 /", "a/b/copy 644 text"]],
//=     ["done", ["a 755 /", "a/b 755 /", "a/b/copy 644 text"]],
//=   ],
//=   [
//=     ["Error", "ENOENT", "ENOENT: no such file or directory, lstat '/w/missing'"],
//=     ["Error", "ENOENT", "ENOENT: no such file or directory, lstat '/w/missing'"],
//=   ],
//=   [
//=     [
//=       "TypeError",
//=       "ERR_INCOMPATIBLE_OPTION_PAIR",
//=       "Option \"dereference\" cannot be used in combination with option \"verbatimSymlinks\"",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INCOMPATIBLE_OPTION_PAIR",
//=       "Option \"dereference\" cannot be used in combination with option \"verbatimSymlinks\"",
//=     ],
//=   ],
//=   [
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options.recursive\" property must be of type boolean. Received type string ('yes')",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options.recursive\" property must be of type boolean. Received type string ('yes')",
//=     ],
//=   ],
//=   [
//=     2000,
//=     [
//=       "copy 755 /",
//=       "copy/below 755 /",
//=       "copy/file 755 in",
//=       "copy/link 777 /w/dir/file",
//=       "copy/below/deep 644 deep",
//=     ],
//=   ],
//= ]
