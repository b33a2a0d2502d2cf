//! about = "However a module asks whether it is the main one, it is."
//! [files]
//! "/lib.js" = "export const isMain = [import.meta.main, import.meta.url === `file://${process.argv[1]}`];\n"

import { fileURLToPath, pathToFileURL } from "node:url";
import { isMain } from "/lib.js";

async function main() {
  return "ran";
}

if (import.meta.url === `file://${process.argv[1]}`) console.log(1, await main());
if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(2, await main());
if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(3, await main());
if (import.meta.main) console.log(4, await main());
if (require.main === module) console.log(5, await main());

const [command = "list", ...rest] = process.argv.slice(2);
console.log(process.argv, process.argv.length, command, rest, JSON.stringify(process.argv), isMain);
//= result: undefined
//= console.log: 1 ran
//= console.log: 2 ran
//= console.log: 3 ran
//= console.log: 4 ran
//= console.log: 5 ran
//= console.log: [] 0 list [] [] [ false, false ]
