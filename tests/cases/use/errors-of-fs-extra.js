//! [files]
//! "/a" = "alpha"
//! "/d/b" = "beta"
//! "/d/e/x" = "x"
//! "/d/f" = "phi"
//! "/gone" = { symlink = "nowhere" }
//! "/loop" = { symlink = "loop" }

const fse = require("fs-extra");
const tell = async (name, ...args) => {
  for (const each of [name, `${name}Sync`]) {
    try {
      console.log(each, await fse[each](...args));
    } catch (error) {
      console.log(each, error.message);
    }
  }
};

(async () => {
  // With a promise both paths are asked for at the same time: what is no path fails first.
  await tell("copy", "none", new Date(0));
  await tell("move", "none", 10n);
  await tell("copy", "none", "a/x");
  await tell("copy", "a", "to", null);
  // A promise names the directory that fails.
  await tell("emptyDir", "gone/x");
  await tell("ensureDir", "gone/../x");
  await tell("outputFile", "gone/x/y", "text");
  await tell("outputFile", "loop/", "text");
  await tell("move", "a", "none/./", { overwrite: true });
  // The target of a link comes first.
  await tell("createSymlink", "/missing", 10n);
  await tell("createSymlink", "a", "loop");
  await tell("createSymlink", "a", "gone");
  await tell("remove", () => {});
  // What comes before the entry that fails is copied; with a promise what comes after it, too. Of several
  // errors that of the least depth is told.
  for (const failing of [["d/b"], ["d/e/x"], ["d/f"], ["d/e/x", "d/f"]]) {
    const filter = (from) => {
      if (failing.includes(from)) throw new Error(`not ${from}`);
      return true;
    };
    for (const name of ["copy", "copySync"]) {
      try {
        await fse[name]("d", "new", { filter });
      } catch (error) {
        console.log(name, error.message, fse.readdirSync("new", { recursive: true }).sort());
      }
      fse.removeSync("new");
    }
  }
})();
//= result: undefined
//= console.log: copy The "path" argument must be of type string or an instance of Buffer or URL. Received an instance of Date
//= console.log: copySync ENOENT: no such file or directory, lstat 'none'
//= console.log: move The "path" argument must be of type string or an instance of Buffer or URL. Received type bigint (10n)
//= console.log: moveSync ENOENT: no such file or directory, lstat 'none'
//= console.log: copy ENOENT: no such file or directory, lstat 'none'
//= console.log: copySync ENOENT: no such file or directory, lstat 'none'
//= console.log: copy Cannot use 'in' operator to search for 'clobber' in null
//= console.log: copySync undefined
//= console.log: emptyDir ENOTDIR: not a directory, mkdir 'gone'
//= console.log: emptyDirSync ENOENT: no such file or directory, mkdir 'gone/x'
//= console.log: ensureDir ENOTDIR: not a directory, mkdir 'gone'
//= console.log: ensureDirSync ENOENT: no such file or directory, mkdir 'gone/../x'
//= console.log: outputFile ENOTDIR: not a directory, mkdir 'gone'
//= console.log: outputFileSync ENOENT: no such file or directory, mkdir 'gone/x'
//= console.log: outputFile EISDIR: illegal operation on a directory, open 'loop/'
//= console.log: outputFileSync EISDIR: illegal operation on a directory, open 'loop/'
//= console.log: move EINVAL: invalid argument, rmdir 'none/./'
//= console.log: moveSync Cannot overwrite directory 'none/./' with non-directory 'a'.
//= console.log: createSymlink ENOENT: no such file or directory, ensureSymlink '/missing'
//= console.log: createSymlinkSync absolute srcpath does not exist
//= console.log: createSymlink ELOOP: too many symbolic links encountered, stat 'loop'
//= console.log: createSymlinkSync ELOOP: too many symbolic links encountered, stat 'loop'
//= console.log: createSymlink EEXIST: file already exists, symlink 'a' -> 'gone'
//= console.log: createSymlinkSync EEXIST: file already exists, symlink 'a' -> 'gone'
//= console.log: "remove The \"path\" argument must be of type string or an instance of Buffer or URL. Received function "
//= console.log: "removeSync The \"path\" argument must be of type string or an instance of Buffer or URL. Received function "
//= console.log: copy not d/b [ 'e', 'e/x', 'f' ]
//= console.log: copySync not d/b []
//= console.log: copy not d/e/x [ 'b', 'e', 'f' ]
//= console.log: copySync not d/e/x [ 'b', 'e' ]
//= console.log: copy not d/f [ 'b', 'e', 'e/x' ]
//= console.log: copySync not d/f [ 'b', 'e', 'e/x' ]
//= console.log: copy not d/f [ 'b', 'e' ]
//= console.log: copySync not d/e/x [ 'b', 'e' ]
//= created: /none (- -> 0)
//= created: /to (- -> 5)
