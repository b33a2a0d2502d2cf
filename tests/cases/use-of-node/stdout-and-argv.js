//! about = "A tool that writes to standard output, reads arguments and variables, and ends with a code."
//! [files]
//! "/list.txt" = "pear\nApple\nfig\n"

const fs = require("fs");

const args = process.argv.slice(2);
const verbose = process.env.VERBOSE === "1" || args.includes("--verbose");
const file = args.find((arg) => !arg.startsWith("-")) ?? "list.txt";

process.stdout.write(`reading ${file}`);
process.stdout.write("...\n");
const items = fs.readFileSync(file, "utf8").trim().split("\n");
items.sort((a, b) => a.localeCompare(b, "en", { sensitivity: "base" }));
for (const item of items) process.stdout.write(item + (item === items.at(-1) ? "\n" : ", "));
if (verbose) process.stderr.write("verbose\n");
process.nextTick(() => console.log("tick"));
setImmediate(() => console.log("immediate"));
setTimeout(() => console.log("timer"), 0);
Promise.resolve().then(() => console.log("promise"));
console.log(process.cwd(), typeof process.pid, process.platform.length > 0, process.uptime() >= 0);
const [s, ns] = process.hrtime();
console.log(typeof s, typeof ns, typeof process.hrtime.bigint());
//= result: undefined
//= console.log: reading list.txt...
//= console.log: Apple, fig, pear
//= console.log: / number true true
//= console.log: number number bigint
//= console.log: tick
//= console.log: promise
//= console.log: immediate
//= console.log: timer
