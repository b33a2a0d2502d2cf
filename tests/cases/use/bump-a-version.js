//! [files]
//! "/package.json" = "{\n  \"name\": \"x\",\n  \"version\": \"1.9.9\"\n}\n"

const fs = require("fs");
const manifest = JSON.parse(fs.readFileSync("package.json", "utf8"));
const [major, minor, patch] = manifest.version.split(".").map(Number);
manifest.version = [major, minor, patch + 1].join(".");
fs.writeFileSync("package.json", JSON.stringify(manifest, null, 2) + "\n");
console.log(fs.readFileSync("package.json", "utf8"));
//= result: undefined
//= console.log: "{\n  \"name\": \"x\",\n  \"version\": \"1.9.10\"\n}\n"
//= changed: /package.json (40 -> 41)
