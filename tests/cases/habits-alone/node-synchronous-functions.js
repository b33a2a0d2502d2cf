//+ files-project

import { readFileSync, writeFileSync, existsSync, mkdirSync } from "fs";
if (!existsSync("/dist")) mkdirSync("/dist");
writeFileSync("/dist/x.txt", readFileSync("/README.md", "utf-8"));
return existsSync("/dist/x.txt")
//= result: true
//= created: /dist (- -> 0)
//= created: /dist/x.txt (- -> 20)
