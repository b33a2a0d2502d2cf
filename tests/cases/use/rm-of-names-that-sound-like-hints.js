//! about = "`force` passes over a missing path whose name has the words of a hint; a pattern that matches is refused"

const fs = require("fs");
fs.rmSync("/as a pattern it matches 1 entry", { force: true });
fs.rmSync("/x (as a pattern it matches 1 entry", { force: true, recursive: true });
fs.writeFileSync("/t/a.log", "");
for (const options of [{ force: true }, { force: true, recursive: true }]) {
  try {
    fs.rmSync("/t/*.log", options);
  } catch ({ code, message }) {
    console.log(code, message);
  }
}
//= result: undefined
//= console.log: ENOENT ENOENT: no such file or directory (as a pattern it matches 1 entry: for (const path of fs.globSync("/t/*.log")) fs.rmSync(path, { recursive: true })), rm '/t/*.log'
//= console.log: ENOENT ENOENT: no such file or directory (as a pattern it matches 1 entry: for (const path of fs.globSync("/t/*.log")) fs.rmSync(path, { recursive: true })), rm '/t/*.log'
//= created: /t (- -> 0)
//= created: /t/a.log (- -> 0)
