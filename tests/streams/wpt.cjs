// Runs a folder of the web platform tests, such as `streams`, in the sandbox and in Node, and lists what fails here.
// node wpt.cjs ISOLATE-RUN FOLDER [--only TEXT] [--prelude FILE] [--node no]
// Files that need more than the harness beside this file are skipped. A test that fails in Node too is told apart.
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const [command, given, ...rest] = process.argv.slice(2);
// The text of `prelude` precedes each file in the sandbox.
const options = { only: "", prelude: "", node: "yes" };
for (let at = 0; at < rest.length; at += 2) {
  const name = rest[at].replace(/^--/, "");
  if (!Object.hasOwn(options, name) || at + 1 === rest.length) throw new Error(`${rest[at]} is no option, or has no value`);
  options[name] = rest[at + 1];
}

const folder = path.resolve(given);
// Names from the root of the suite begin with a slash: the folder stands in that root, or deeper.
const roots = [folder];
while (path.dirname(roots.at(-1)) !== roots.at(-1)) roots.push(path.dirname(roots.at(-1)));
const NEEDS = [
  [/\bgarbageCollect\s*\(|\bgc\s*\(\)/, "a hook of the garbage collector"],
  [/\bnew (Shared)?Worker\b|fetch_tests_from_worker/, "a worker"],
  [/\bpostMessage\b|\bMessageChannel\b|\bMessagePort\b/, "messages"],
  [/\bidl_test\s*\(/, "the interface definitions"],
  [/\bfetch\s*\(/, "the network"],
  [/\bdocument\.|\bVideoFrame\b|\bWebAssembly\b|\bnew WebSocket/, "a browser"],
];
const PROVIDED = /testharness(report)?\.js$/;

function scriptsOf(file, source) {
  const scripts = [];
  for (const [, name] of source.matchAll(/^\/\/ META: script=(\S+)/gm)) {
    if (PROVIDED.test(name)) continue;
    const places = name.startsWith("/") ? roots.map((root) => path.join(root, name)) : [path.resolve(path.dirname(file), name)];
    const found = places.find((place) => fs.existsSync(place));
    if (!found) return { missing: name };
    scripts.push(fs.readFileSync(found, "utf8"));
  }
  return { scripts };
}

const harness = fs.readFileSync(path.join(__dirname, "harness.js"), "utf8");
const prelude = options.prelude ? fs.readFileSync(options.prelude, "utf8") : "";
const work = fs.mkdtempSync(path.join(os.tmpdir(), "isolate-wpt-"));
const program = (texts) => `process.on("unhandledRejection", () => {});\n${harness}\n(function () {\n${texts.join("\n")}\n}).call(globalThis);\nreturn JSON.stringify(await report());\n`;

function inNode(texts) {
  const file = path.join(work, "program.cjs");
  fs.writeFileSync(file, `process.on("uncaughtException", () => {});\n(async () => {\n${program(texts)}\n})().then((text) => { console.log(text); process.exit(); });\n`);
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 120000 }));
}

function inSandbox(texts) {
  const file = path.join(work, "program.js");
  fs.writeFileSync(file, `${prelude}\n${program(texts)}`);
  let printed;
  try {
    printed = execFileSync(command, [file, "--json", "--seed", "1"], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    printed = error.stdout;
  }
  const { result, error } = JSON.parse(printed);
  if (error) throw new Error(error.message);
  return JSON.parse(result);
}

const attempt = (task) => {
  try {
    return task();
  } catch (error) {
    return [["(the whole file)", error.message.split("\n")[0]]];
  }
};
const counts = { passed: 0, "failed in Node too": 0, failed: 0, "skipped files": 0 };
const files = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".any.js") && name.includes(options.only)).sort();
for (const name of files) {
  const file = path.join(folder, name), source = fs.readFileSync(file, "utf8");
  const { scripts, missing } = scriptsOf(file, source);
  const need = missing ?? NEEDS.find(([pattern]) => pattern.test(source))?.[1];
  if (need) {
    counts["skipped files"]++;
    console.log(`${name}: skipped, it needs ${need}`);
    continue;
  }
  const texts = [...scripts, source];
  const ours = attempt(() => inSandbox(texts));
  const failed = ours.filter(([, message]) => message !== null);
  counts.passed += ours.length - failed.length;
  const theirs = failed.length > 0 && options.node !== "no" ? new Map(attempt(() => inNode(texts))) : new Map();
  for (const [test, message] of failed) {
    const isTheirs = typeof theirs.get(test) === "string";
    counts[isTheirs ? "failed in Node too" : "failed"]++;
    console.log(`${name}: ${test}: ${message}${isTheirs ? ` [Node: ${theirs.get(test)}]` : ""}`);
  }
}
console.log(Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", "));
fs.rmSync(work, { recursive: true });
if (counts.failed > 0) process.exitCode = 1;
