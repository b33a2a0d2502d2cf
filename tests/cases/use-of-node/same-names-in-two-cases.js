//! about = "Names that differ in case, in accents and in blanks are different files."
//! [files]
//! "/d/Readme.md" = "1"
//! "/d/README.md" = "2"
//! "/d/caf\u00e9" = "3"
//! "/d/cafe\u0301" = "4"
//! "/d/ lead" = "5"
//! "/d/trail " = "6"
//! "/d/a\\b" = "7"
//! "/d/x\ny" = "8"
//! "/d/%20" = "9"
//! "/d/-rf" = "10"

const fs = require("fs");
const { pathToFileURL, fileURLToPath } = require("url");

const names = fs.readdirSync("/d");
console.log(names.length, names.map((n) => JSON.stringify(n)).sort().join(" "));
for (const name of names.sort()) {
  const url = pathToFileURL(`/d/${name}`);
  if (fileURLToPath(url) !== `/d/${name}` || fs.readFileSync(url, "utf8") !== fs.readFileSync(`/d/${name}`, "utf8")) console.log("differs", name, url.href);
}
console.log(pathToFileURL("/d/x\ny").href, pathToFileURL("/d/a\\b").href, pathToFileURL("/d/%20").href, pathToFileURL("/d/trail ").pathname);
const groups = Map.groupBy(names, (n) => n.normalize("NFC").trim().toLowerCase());
for (const [key, list] of groups) if (list.length > 1) console.log(key, list.map((n) => fs.readFileSync(`/d/${n}`, "utf8")).sort());
fs.renameSync("/d/Readme.md", "/d/readme.md");
console.log(fs.existsSync("/d/Readme.md"), fs.existsSync("/d/readme.md"), fs.globSync("/d/*.md").sort(), fs.globSync("/d/r*").length);
//= result: undefined
//= console.log: 10 " lead" "%20" "-rf" "README.md" "Readme.md" "a\\b" "café" "café" "trail " "x\ny"
//= console.log: file:///d/x%0Ay file:///d/a%5Cb file:///d/%2520 /d/trail%20
//= console.log: readme.md [ '1', '2' ]
//= console.log: café [ '3', '4' ]
//= console.log: false true [ '/d/README.md', '/d/readme.md' ] 1
//= created: /d/readme.md (- -> 1)
//= deleted: /d/Readme.md (1 -> -)
