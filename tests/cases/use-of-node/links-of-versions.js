//! about = "A link to the current version is turned without a gap, and read in all ways."
//! [files]
//! "/srv/v1/app.txt" = "one"
//! "/srv/v2/app.txt" = "two"
//! "/srv/current" = { symlink = "v1" }

const fs = require("fs");

function turn(version) {
  const temporary = "/srv/.current.tmp";
  fs.rmSync(temporary, { force: true });
  fs.symlinkSync(version, temporary);
  fs.renameSync(temporary, "/srv/current");
}
const show = () => [fs.readlinkSync("/srv/current"), fs.realpathSync("/srv/current/app.txt"), fs.readFileSync("/srv/current/app.txt", "utf8")];
console.log(show());
turn("v2");
console.log(show(), fs.lstatSync("/srv/current").isSymbolicLink(), fs.statSync("/srv/current").isDirectory());
turn("v3");
console.log(fs.existsSync("/srv/current"), fs.lstatSync("/srv/current").isSymbolicLink());
try { fs.realpathSync("/srv/current"); } catch (e) { console.log(e.code, e.syscall, e.path); }
try { fs.readFileSync("/srv/current/app.txt"); } catch (e) { console.log(e.message); }
fs.writeFileSync("/srv/v2/../v1/new.txt", "n");
fs.symlinkSync("loop-b", "/srv/loop-a");
fs.symlinkSync("loop-a", "/srv/loop-b");
try { fs.statSync("/srv/loop-a"); } catch (e) { console.log(e.code, e.errno); }
const tree = fs.readdirSync("/srv", { withFileTypes: true }).map((e) => `${e.name}${e.isSymbolicLink() ? "@" : e.isDirectory() ? "/" : ""}`);
console.log(tree.sort());
fs.unlinkSync("/srv/loop-a");
fs.rmSync("/srv/v1", { recursive: true });
console.log(fs.statSync("/srv/v1", { throwIfNoEntry: false }), fs.lstatSync("/srv/loop-a", { throwIfNoEntry: false }));
//= result: undefined
//= console.log: [ 'v1', '/srv/v1/app.txt', 'one' ]
//= console.log: [ 'v2', '/srv/v2/app.txt', 'two' ] true true
//= console.log: false true
//= console.log: ENOENT stat /srv/current
//= console.log: ENOENT: no such file or directory, open '/srv/current/app.txt'
//= console.log: ELOOP -40
//= console.log: [ 'current@', 'loop-a@', 'loop-b@', 'v1/', 'v2/' ]
//= console.log: undefined undefined
//= created: /srv/loop-b (- -> 6)
//= changed: /srv/current (2 -> 2)
//= deleted: /srv/v1 (0 -> -)
//= deleted: /srv/v1/app.txt (3 -> -)
