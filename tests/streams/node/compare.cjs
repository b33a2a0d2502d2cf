// Compares programs over Node's streams, files, lines and what stands beside them, in the sandbox and in Node:
// node compare.cjs ISOLATE-RUN [--count N] [--seed N] [--only NAME] [--show N]
"use strict";

const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const { accepted } = require("./accepted.cjs");
const { families, generator } = require("./generator.cjs");

// Programs that wait for the disk take Node some 50 ms each.
const TOGETHER = 100;

const [command, ...rest] = process.argv.slice(2);
const options = { count: 300, seed: 1, only: "", show: 3 };
for (let at = 0; at < rest.length; at += 2) {
  const name = rest[at].replace(/^--/, "");
  if (!Object.hasOwn(options, name) || at + 1 === rest.length) throw new Error(`${rest[at]} is no option, or has no value`);
  options[name] = typeof options[name] === "number" ? Number(rest[at + 1]) : rest[at + 1];
}

const subject = fs.readFileSync(path.join(__dirname, "subject.js"), "utf8");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "isolate-streams-"));
const inSandbox = path.join(folder, "sandbox.js");
const inNode = path.join(folder, "node.cjs");
fs.writeFileSync(inSandbox, `${subject}\nmodule.exports = async (programs) => JSON.stringify(await runAll(programs, require));\n`);
fs.writeFileSync(inNode, `${subject}\nconst { readFileSync, writeFileSync } = require("node:fs");\nconst [, , input, output] = process.argv;\nrunAll(JSON.parse(readFileSync(input, "utf8")), require).then((answers) => writeFileSync(output, JSON.stringify(answers)));\n`);

function both(programs) {
  const [input, output] = ["input.json", "output.json"].map((name) => path.join(folder, name));
  fs.writeFileSync(input, JSON.stringify(programs));
  // The working directory of programs is the root.
  const { status, stderr } = spawnSync(process.execPath, ["--no-warnings", inNode, input, output], { encoding: "utf8", cwd: "/" });
  if (status !== 0) throw new Error(`Node: ${stderr}`);
  const printed = execFileSync(command, [inSandbox, "--json", "--input", `@${input}`, "--seed", "1", "--timeout", "5m"], { encoding: "utf8", maxBuffer: 1 << 30 });
  const { result, error } = JSON.parse(printed);
  if (error) throw new Error(`the sandbox: ${error.message}`);
  const theirs = JSON.parse(fs.readFileSync(output, "utf8"));
  return JSON.parse(result).map((ours, at) => [ours, theirs[at]]);
}

const isSame = (name, program, [ours, theirs]) => {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return "same";
  return accepted(name, program, ours, theirs) === undefined ? undefined : "accepted";
};

let failures = 0;
for (const name of Object.keys(families).filter((one) => one.startsWith(options.only))) {
  const next = generator(options.seed);
  const programs = Array.from({ length: options.count }, () => next(name));
  const counts = { same: 0, accepted: 0, differ: 0 };
  const shown = [];
  for (let at = 0; at < programs.length; at += TOGETHER) {
    const some = programs.slice(at, at + TOGETHER);
    both(some).forEach((logs, index) => {
      let found = isSame(name, some[index], logs), last = logs;
      // Node waits for the disk, which may be busy: what differs is run again by itself.
      if (found === undefined) {
        last = both([some[index]])[0];
        found = isSame(name, some[index], last);
      }
      counts[found ?? "differ"]++;
      if (found === undefined) shown.push([some[index], ...last]);
    });
  }
  console.log(`${name}: ${Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ")}`);
  for (const [program, ours, theirs] of shown.toSorted(([one], [other]) => one.length - other.length).slice(0, options.show)) {
    const at = ours.findIndex((line, index) => line !== theirs[index]);
    const from = at < 0 ? ours.length : at;
    console.log(`${program.replace(/^/gmu, "  ")}\n    ours:   ${ours.slice(from, from + 5).join(" | ")}\n    theirs: ${theirs.slice(from, from + 5).join(" | ")}`);
  }
  failures += counts.differ;
}
fs.rmSync(folder, { recursive: true });
if (failures > 0) {
  console.error(`${failures} logs differ`);
  process.exitCode = 1;
}
