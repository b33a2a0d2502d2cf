//! about = "All ways to remove, on files, folders, links and nothing."
//! [files]
//! "/r/file" = "x"
//! "/r/dir/in" = "y"
//! "/r/empty" = { dir = true }
//! "/r/to-dir" = { symlink = "dir" }
//! "/r/broken" = { symlink = "nothing" }
//! "/r/keep/deep/z" = "z"

const fs = require("fs");
const say = (name, f) => {
  try { f(); console.log(name, "ok"); } catch (e) { console.log(name, e.code, e.syscall, e.path); }
};
say("rmdir file", () => fs.rmdirSync("/r/file"));
say("rmdir full", () => fs.rmdirSync("/r/dir"));
say("rmdir link", () => fs.rmdirSync("/r/to-dir"));
say("unlink dir", () => fs.unlinkSync("/r/empty"));
say("rm dir", () => fs.rmSync("/r/empty"));
say("rm force dir", () => fs.rmSync("/r/empty", { force: true }));
say("rm none", () => fs.rmSync("/r/none"));
say("rm none force", () => fs.rmSync("/r/none", { force: true }));
say("unlink slash", () => fs.unlinkSync("/r/file/"));
say("rm link", () => fs.rmSync("/r/to-dir"));
say("unlink broken", () => fs.unlinkSync("/r/broken"));
say("rmdir empty", () => fs.rmdirSync("/r/empty"));
say("rm recursive file", () => fs.rmSync("/r/file", { recursive: true }));
say("rm below file", () => fs.rmSync("/r/dir/in/deep", { force: true }));
say("rm bad options", () => fs.rmSync("/r/dir", { recursive: "yes" }));
say("rm all", () => fs.rmSync("/r/keep", { recursive: true }));
console.log(fs.readdirSync("/r"), fs.readdirSync("/r/dir"));
fs.rm("/r/dir", { recursive: true }, (e) => {
  console.log("last", e, fs.readdirSync("/r"));
  fs.unlink("/r/dir", (e2) => console.log(e2.message));
});
//= result: undefined
//= console.log: rmdir file ENOTDIR rmdir /r/file
//= console.log: rmdir full ENOTEMPTY rmdir /r/dir
//= console.log: rmdir link ENOTDIR rmdir /r/to-dir
//= console.log: unlink dir EISDIR unlink /r/empty
//= console.log: rm dir ERR_FS_EISDIR rm /r/empty
//= console.log: rm force dir ERR_FS_EISDIR rm /r/empty
//= console.log: rm none ENOENT lstat /r/none
//= console.log: rm none force ok
//= console.log: unlink slash ENOTDIR unlink /r/file/
//= console.log: rm link ok
//= console.log: unlink broken ok
//= console.log: rmdir empty ok
//= console.log: rm recursive file ok
//= console.log: rm below file ENOTDIR lstat /r/dir/in/deep
//= console.log: rm bad options ERR_INVALID_ARG_TYPE undefined undefined
//= console.log: rm all ok
//= console.log: [ 'dir' ] [ 'in' ]
//= console.log: last null []
//= console.log: ENOENT: no such file or directory, unlink '/r/dir'
//= deleted: /r/broken (7 -> -)
//= deleted: /r/dir (0 -> -)
//= deleted: /r/dir/in (1 -> -)
//= deleted: /r/empty (0 -> -)
//= deleted: /r/file (1 -> -)
//= deleted: /r/keep (0 -> -)
//= deleted: /r/keep/deep (0 -> -)
//= deleted: /r/keep/deep/z (1 -> -)
//= deleted: /r/to-dir (3 -> -)
