//+ files-project

const fs = require("node:fs"); fs.readFile("/README.md", "utf8", (err, data) => { if (err) throw err; console.log(data) })
//= result: undefined
//= console.log: "# Demo\n\nTODO: write\n"
