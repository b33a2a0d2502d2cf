//! about = "Copies that keep what exists, fail on it, follow links, or keep times."
//! [files]
//! "/a/one.txt" = "new one"
//! "/a/two.txt" = "new two"
//! "/a/sub/three.txt" = "three"
//! "/a/link" = { symlink = "one.txt" }
//! "/b/one.txt" = "old one"

const fs = require("fs");
const fsp = fs.promises;
const attempt = async (name, f) => {
  try { console.log(name, (await f()) ?? "done"); } catch (e) { console.log(name, e.code, e.name); }
};
(async () => {
  await attempt("folder without recursive", () => fsp.cp("/a", "/c"));
  await attempt("keeps", () => fsp.cp("/a", "/b", { recursive: true, force: false }));
  console.log(fs.readFileSync("/b/one.txt", "utf8"), fs.readFileSync("/b/two.txt", "utf8"), fs.readlinkSync("/b/link"));
  await attempt("fails on existing", () => fsp.cp("/a/one.txt", "/b/one.txt", { force: false, errorOnExist: true }));
  await attempt("into itself", () => fsp.cp("/a", "/a/inside", { recursive: true }));
  await attempt("same", () => fsp.cp("/a/one.txt", "/a/one.txt"));
  await attempt("folder onto file", () => fsp.cp("/a", "/b/one.txt", { recursive: true }));
  await attempt("file onto folder", () => fsp.cp("/a/one.txt", "/b/sub"));
  await attempt("followed", () => fsp.cp("/a/link", "/d/copy.txt", { dereference: true }));
  console.log(fs.lstatSync("/d/copy.txt").isFile());
  await attempt("verbatim", () => fsp.cp("/a/link", "/d/link", { verbatimSymlinks: true }));
  console.log(fs.readlinkSync("/d/link"));
  fs.utimesSync("/a/two.txt", 1e9, 1e9);
  await attempt("times", () => fsp.cp("/a/two.txt", "/d/two.txt", { preserveTimestamps: true }));
  console.log(fs.statSync("/d/two.txt").mtime.toISOString());
  await attempt("missing", () => fsp.cp("/none", "/d/x"));
  fs.copyFile("/a/one.txt", "/d/sub/", (e) => console.log("callback", e?.code));
  fs.cp("/a/sub", "/d/sub2", { recursive: true }, (e) => console.log("cp done", e, fs.readdirSync("/d/sub2")));
})();
//= result: undefined
//= console.log: folder without recursive ERR_FS_EISDIR SystemError
//= console.log: keeps done
//= console.log: old one new two /a/one.txt
//= console.log: fails on existing ERR_FS_CP_EEXIST SystemError
//= console.log: into itself ERR_FS_CP_EINVAL SystemError
//= console.log: same ERR_FS_CP_EINVAL SystemError
//= console.log: folder onto file ERR_FS_CP_DIR_TO_NON_DIR SystemError
//= console.log: file onto folder ERR_FS_CP_NON_DIR_TO_DIR SystemError
//= console.log: followed done
//= console.log: true
//= console.log: verbatim done
//= console.log: one.txt
//= console.log: times done
//= console.log: 2001-09-09T01:46:40.000Z
//= console.log: missing ENOENT Error
//= console.log: callback EISDIR
//= console.log: cp done null [ 'three.txt' ]
//= created: /b/link (- -> 10)
//= created: /b/sub (- -> 0)
//= created: /b/sub/three.txt (- -> 5)
//= created: /b/two.txt (- -> 7)
//= created: /d (- -> 0)
//= created: /d/copy.txt (- -> 7)
//= created: /d/link (- -> 7)
//= created: /d/sub2 (- -> 0)
//= created: /d/sub2/three.txt (- -> 5)
//= created: /d/two.txt (- -> 7)
