// Compares what programs over the streams of the web do in the sandbox with what they do in Node: the log of each.
// node compare.cjs ISOLATE-RUN [--count N] [--seed N] [--only FAMILY] [--show N] [--prelude FILE]
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const { accepted } = require("./accepted.cjs");
const { FAMILIES, generator } = require("./generator.cjs");

const TOGETHER = 100;

const [command, ...rest] = process.argv.slice(2);
// The text of `prelude` precedes each program in the sandbox.
const options = { count: 300, seed: 1, only: "", show: 3, prelude: "" };
for (let at = 0; at < rest.length; at += 2) {
  const name = rest[at].replace(/^--/, "");
  if (!Object.hasOwn(options, name) || at + 1 === rest.length) throw new Error(`${rest[at]} is no option, or has no value`);
  options[name] = typeof options[name] === "number" ? Number(rest[at + 1]) : rest[at + 1];
}

const subjects = fs.readFileSync(path.join(__dirname, "subjects.js"), "utf8");
const prelude = options.prelude ? fs.readFileSync(options.prelude, "utf8") : "";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "isolate-streams-"));
const textOf = (programs) => `${subjects}\nreturn JSON.stringify(await runAll([\n${programs.map((text) => `async (h) => {\n${text}\n}`).join(",\n")}\n]));\n`;

// A process of its own, so that no program changes another's.
function inNode(programs) {
  const file = path.join(folder, "program.cjs");
  fs.writeFileSync(file, `(async () => {\n${textOf(programs)}\n})().then((text) => console.log(text));\n`);
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] }));
}

function inSandbox(programs) {
  const file = path.join(folder, "program.js");
  fs.writeFileSync(file, `${prelude}\n${textOf(programs)}`);
  let printed;
  try {
    printed = execFileSync(command, [file, "--json", "--seed", "1"], { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    printed = error.stdout;
  }
  const { result, error } = JSON.parse(printed);
  if (error) throw new Error(`the sandbox: ${error.message}`);
  return JSON.parse(result);
}

let failures = 0;
for (const family of FAMILIES.filter((one) => one.startsWith(options.only))) {
  const next = generator(options.seed);
  const programs = Array.from({ length: options.count }, () => next(family));
  const counts = { same: 0, accepted: 0, differ: 0 };
  const shown = [];
  for (let at = 0; at < programs.length; at += TOGETHER) {
    const some = programs.slice(at, at + TOGETHER);
    const theirs = inNode(some);
    inSandbox(some).forEach((ours, index) => {
      if (JSON.stringify(ours) === JSON.stringify(theirs[index])) counts.same++;
      else if (accepted(family, some[index], ours, theirs[index])) counts.accepted++;
      else {
        counts.differ++;
        shown.push([some[index], ours, theirs[index]]);
      }
    });
  }
  console.log(`${family}: ${Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ")}`);
  for (const [text, ours, theirs] of shown.sort(([one], [other]) => one.length - other.length).slice(0, options.show)) {
    const first = ours.findIndex((line, at) => line !== theirs[at]);
    const from = Math.max(0, (first < 0 ? ours.length : first) - 6);
    console.log(`${text}\n  ours from ${from}:   ${ours.slice(from, from + 14).join(" | ")}\n  theirs: ${theirs.slice(from, from + 14).join(" | ")}\n`);
  }
  failures += counts.differ;
}
fs.rmSync(folder, { recursive: true });
if (failures > 0) {
  console.error(`${failures} programs differ`);
  process.exitCode = 1;
}
