//! about = "A check of configurations that tells all faults and sets the code of the end."
//! [files]
//! "/configs/a.json" = "{\"port\": 8080, \"host\": \"a\"}"
//! "/configs/b.json" = "{\"port\": \"80\", \"host\": \"\"}"
//! "/configs/c.json" = "{port: 1}"

const fs = require("fs");

const schema = {
  port: (v) => (Number.isInteger(v) && v > 0 && v < 65536) || "must be a port",
  host: (v) => (typeof v === "string" && v.length > 0) || "must be a name",
};

let failures = 0;
for (const file of fs.readdirSync("/configs")) {
  let config;
  try {
    config = JSON.parse(fs.readFileSync("/configs/" + file, "utf8"));
  } catch (error) {
    console.error(`${file}: ${error.name}: ${error.message}`);
    failures += 1;
    continue;
  }
  for (const [key, rule] of Object.entries(schema)) {
    const verdict = rule(config[key]);
    if (verdict !== true) {
      console.error(`${file}: ${key} ${verdict}, got ${JSON.stringify(config[key])}`);
      failures += 1;
    }
  }
}
process.on("exit", (code) => console.log("done with", code, process.exitCode));
if (failures) process.exitCode = Math.min(failures, 255);
//= throws: Error
//= message: exited with code 3
//= console.error: b.json: port must be a port, got "80"
//= console.error: b.json: host must be a name, got ""
//= console.error: c.json: SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)
//= console.log: done with 3 3
