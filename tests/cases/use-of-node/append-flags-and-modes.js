//! about = "Flags and modes of writing, and what they leave."
//! [files]
//! "/var/log.txt" = "start\n"

const fs = require("fs");

fs.appendFileSync("/var/log.txt", "one\n");
fs.writeFileSync("/var/log.txt", "two\n", { flag: "a" });
fs.writeFileSync("/var/script.sh", "#!/bin/sh\necho hi\n", { mode: 0o755 });
fs.writeFileSync("/var/secret", "s", { mode: 0o600 });
fs.mkdirSync("/var/private", { mode: 0o700 });
fs.chmodSync("/var/secret", "400");
for (const name of fs.readdirSync("/var").sort()) {
  const stat = fs.statSync("/var/" + name);
  console.log(name, (stat.mode & 0o7777).toString(8), stat.size, stat.mode.toString(8), stat.nlink);
}
console.log(fs.mkdirSync("/var/a/b/c", { recursive: true }), fs.mkdirSync("/var/a/b", { recursive: true }));
try {
  fs.accessSync("/var/script.sh", fs.constants.X_OK | fs.constants.R_OK);
  console.log("may run");
  fs.accessSync("/var/log.txt", fs.constants.X_OK);
} catch (e) {
  console.log(e.code, e.syscall);
}
fs.truncateSync("/var/log.txt", 8);
console.log(JSON.stringify(fs.readFileSync("/var/log.txt", "latin1")));
fs.truncateSync("/var/log.txt", 10);
console.log(JSON.stringify(fs.readFileSync("/var/log.txt", "utf8")));
fs.copyFileSync("/var/script.sh", "/var/copy.sh", fs.constants.COPYFILE_EXCL);
try { fs.copyFileSync("/var/secret", "/var/copy.sh", fs.constants.COPYFILE_EXCL); } catch (e) { console.log(e.message); }
console.log((fs.statSync("/var/copy.sh").mode & 0o777).toString(8), fs.readFileSync("/var/copy.sh", "base64"));
//= result: undefined
//= console.log: log.txt 644 14 100644 1
//= console.log: private 700 4096 40700 2
//= console.log: script.sh 755 18 100755 1
//= console.log: secret 400 1 100400 1
//= console.log: /var/a undefined
//= console.log: may run
//= console.log: EACCES access
//= console.log: "\"start\\non\""
//= console.log: "\"start\\non\\u0000\\u0000\""
//= console.log: EEXIST: file already exists, copyfile '/var/secret' -> '/var/copy.sh'
//= console.log: 755 IyEvYmluL3NoCmVjaG8gaGkK
//= created: /var/a (- -> 0)
//= created: /var/a/b (- -> 0)
//= created: /var/a/b/c (- -> 0)
//= created: /var/copy.sh (- -> 18)
//= created: /var/private (- -> 0)
//= created: /var/script.sh (- -> 18)
//= created: /var/secret (- -> 1)
//= changed: /var/log.txt (6 -> 10)
