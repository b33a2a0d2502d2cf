// Compares what packages of formats answer in the sandbox with what they answer in Node, where they are
// installed: node compare.cjs PACKAGES ISOLATE-RUN [--count N] [--seed N] [--only NAME] [--show N]
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const { createRequire } = require("node:module");
const os = require("node:os");
const path = require("node:path");

const { accepted } = require("./accepted.cjs");
const { generator } = require("./documents.cjs");

const TOGETHER = 200;

const [packages, command, ...rest] = process.argv.slice(2);
const options = { count: 300, seed: 1, only: "", show: 3 };
for (let at = 0; at < rest.length; at += 2) {
  const name = rest[at].replace(/^--/, "");
  if (!Object.hasOwn(options, name) || at + 1 === rest.length) throw new Error(`${rest[at]} is no option, or has no value`);
  options[name] = typeof options[name] === "number" ? Number(rest[at + 1]) : rest[at + 1];
}

const source = fs.readFileSync(path.join(__dirname, "subjects.js"), "utf8");
// What packages write to the console is not compared.
console.warn = () => {};
process.emitWarning = () => {};
const { subjects, answer } = new Function("require", `${source}; return { subjects, answer };`)(createRequire(`${packages}/`));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "isolate-shims-"));
const program = path.join(folder, "program.js");
fs.writeFileSync(program, `${source}\nmodule.exports = (jobs) => JSON.stringify(jobs.map(answer));\n`);

function inSandbox(jobs) {
  const input = path.join(folder, "input.json");
  fs.writeFileSync(input, JSON.stringify(jobs));
  const printed = execFileSync(command, [program, "--json", "--input", `@${input}`, "--seed", "1"], { encoding: "utf8", maxBuffer: 1 << 30 });
  const { result, error } = JSON.parse(printed);
  if (error) throw new Error(`the sandbox: ${error.message}`);
  return JSON.parse(result);
}

const isWhole = (document) => JSON.stringify(document).search(/\\ud[89a-f]/) < 0;
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
// The code of an error of csv-parse, which programs branch on.
const codeOf = ({ error }) => /^(CSV_\w+|INVALID_OPENING_QUOTE) /.exec(error)?.[1];
let failures = 0;
for (const name of Object.keys(subjects).filter((one) => one.startsWith(options.only))) {
  const next = generator(options.seed);
  const made = Array.from({ length: options.count }, () => next(name)).filter(({ document }) => isWhole(document));
  const jobs = made.map(({ document }) => [name, document]);
  const counts = { same: 0, "both fail": 0, accepted: 0, differ: 0 };
  const shown = [];
  for (let at = 0; at < jobs.length; at += TOGETHER) {
    const some = jobs.slice(at, at + TOGETHER);
    inSandbox(some).forEach((ours, index) => {
      // By way of JSON too.
      const theirs = JSON.parse(JSON.stringify(answer(some[index])));
      if ("error" in ours && "error" in theirs && codeOf(ours) === codeOf(theirs)) counts["both fail"]++;
      else if (isSame(ours, theirs)) counts.same++;
      else if (accepted(name, made[at + index], ours, theirs)) counts.accepted++;
      else {
        counts.differ++;
        shown.push([some[index][1], ours, theirs]);
      }
    });
  }
  console.log(`${name}: ${Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ")}`);
  for (const [document, ours, theirs] of shown.slice(0, options.show)) {
    console.log(`  ${JSON.stringify(document)}\n    ours:   ${JSON.stringify(ours)}\n    theirs: ${JSON.stringify(theirs)}`);
  }
  failures += counts.differ;
}
fs.rmSync(folder, { recursive: true });
if (failures > 0) {
  console.error(`${failures} answers differ`);
  process.exitCode = 1;
}
