//+ files-project

const rl = require("readline").createInterface({ input: fs.createReadStream("/logs/app.log") }); for await (const line of rl) console.log(line)
//= result: undefined
//= console.log: 2024-01-01 INFO start
//= console.log: 2024-01-01 ERROR boom
//= console.log: 2024-01-02 WARN hm
//= console.log: 2024-01-02 ERROR bang
