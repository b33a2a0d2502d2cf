//! about = "A folder is copied without tests and dot files, with the permissions of its files."
//! [files]
//! "/site/index.html" = "<h1>hi</h1>"
//! "/site/js/app.js" = "export {};"
//! "/site/js/app.test.js" = "test();"
//! "/site/.env" = "SECRET=1"
//! "/site/css/.cache/a" = "x"
//! "/site/css/main.css" = "body{}"
//! "/site/bin/run.sh" = "#!/bin/sh\n"

const fs = require("fs");
const path = require("path");

fs.chmodSync("/site/bin/run.sh", 0o755);
const seen = [];
fs.cpSync("/site", "/dist", {
  recursive: true,
  filter: (source, destination) => {
    seen.push(`${source} -> ${destination}`);
    const name = path.basename(source);
    return !name.startsWith(".") && !name.endsWith(".test.js");
  },
});
console.log(seen.sort().join("\n"));
const left = fs.readdirSync("/dist", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative("/dist", path.join(entry.parentPath, entry.name)))
  .sort();
console.log(left);
console.log((fs.statSync("/dist/bin/run.sh").mode & 0o777).toString(8));
//= result: undefined
//= console.log: "/site -> /dist\n/site/.env -> /dist/.env\n/site/bin -> /dist/bin\n/site/bin/run.sh -> /dist/bin/run.sh\n/site/css -> /dist/css\n/site/css/.cache -> /dist/css/.cache\n/site/css/main.css -> /dist/css/main.css\n/site/index.html -> /dist/index.html\n/site/js -> /dist/js\n/site/js/app.js -> /dist/js/app.js\n/site/js/app.test.js -> /dist/js/app.test.js"
//= console.log: [ 'bin/run.sh', 'css/main.css', 'index.html', 'js/app.js' ]
//= console.log: 755
//= created: /dist (- -> 0)
//= created: /dist/bin (- -> 0)
//= created: /dist/bin/run.sh (- -> 10)
//= created: /dist/css (- -> 0)
//= created: /dist/css/main.css (- -> 6)
//= created: /dist/index.html (- -> 11)
//= created: /dist/js (- -> 0)
//= created: /dist/js/app.js (- -> 10)
//= changed: /site/bin/run.sh (10 -> 10)
