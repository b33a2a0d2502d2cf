// Makes programs of public benchmark suites: `node programs.cjs FOLDER OUT`, where FOLDER holds
// suites as their authors publish them. A program runs one benchmark a few times, with the checks that
// it brings along, and returns JSON: what these say, and sums of what is left in its variables.
"use strict";
const { existsSync, readFileSync, readdirSync, writeFileSync } = require("node:fs");
const { basename, join } = require("node:path");
const { inflateSync } = require("node:zlib");

// Files of Octane's benchmarks, and how often each runs: the smallest number after which it checks
// what it has done. Two are left out, code-load and zlib, which run text as code.
const OCTANE = [
  ["richards", 3], ["deltablue", 3], ["crypto", 2], ["raytrace", 2], ["earley-boyer", 1], ["regexp", 1],
  ["splay", 20], ["navier-stokes", 16], ["pdfjs", 1], ["mandreel", 1], ["gbemu", 1, "gbemu-part1", "gbemu-part2"],
  ["box2d", 2], ["typescript", 1, "typescript-compiler", "typescript-input", "typescript"],
];

// Iterations of a benchmark of JetStream.
const ITERATIONS = 2;

// Benchmarks of JetStream that are no program of the language alone.
const LEFT_OUT = /wasm|worker|^segmentation$|dotnet|^WSL|^Dart|transformersjs|^first-|^multi-|code-load|-startup$|^web-ssr$|-wtb$|^intl$/i;

// What every program begins with: random numbers and a clock that are the same everywhere, and what
// shells of engines have. `$sum` tells apart values, however large.
const HEAD = String.raw`async () => {
  let $seed = 49734321, $clock = 1_700_000_000_000;
  // The generator that Octane and JetStream bring along: some of their checks depend on it.
  Math.random = () => {
    $seed = ($seed + 0x7ed55d16 + ($seed << 12)) & 0xffffffff;
    $seed = ($seed ^ 0xc761c23c ^ ($seed >>> 19)) & 0xffffffff;
    $seed = ($seed + 0x165667b1 + ($seed << 5)) & 0xffffffff;
    $seed = (($seed + 0xd3a2646c) ^ ($seed << 9)) & 0xffffffff;
    $seed = ($seed + 0xfd7046c5 + ($seed << 3)) & 0xffffffff;
    $seed = ($seed ^ 0xb55a4f09 ^ ($seed >>> 16)) & 0xffffffff;
    return ($seed >>> 0) / 0x100000000;
  };
  Math.random.__resetSeed = () => { $seed = 49734321; };
  const $Date = Date;
  const $Clock = function (...given) {
    if (!new.target) return String(new $Date(($clock += 5)));
    return given.length > 0 ? new $Date(...given) : new $Date(($clock += 5));
  };
  Object.assign($Clock, { prototype: $Date.prototype, parse: $Date.parse, UTC: $Date.UTC, now: () => ($clock += 5) });
  Object.defineProperty(globalThis, "Date", { value: $Clock, writable: true, configurable: true });
  Object.defineProperty(globalThis, "performance", { value: { now: () => ($clock += 5), mark: () => ({}), measure: () => ({}) }, writable: true, configurable: true });
  const $before = new Set(Object.getOwnPropertyNames(globalThis));
  globalThis.print = globalThis.alert = () => {};
  globalThis.console = { log() {}, warn() {}, error() {}, info() {}, debug() {}, assert() {}, time() {}, timeEnd() {} };
  const $sum = (value) => {
    let sum = 0x811c9dc5, count = 0;
    const seen = new Set();
    const add = (text) => { for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193); };
    const walk = (value) => {
      if (typeof value === "function") return add("function");
      if (typeof value !== "object" || value === null) return add(typeof value + (Object.is(value, -0) ? "-0" : String(value)));
      if (seen.has(value)) return add("again");
      seen.add(value);
      if (value instanceof $Date) return add("date" + value.getTime());
      add(Object.prototype.toString.call(value));
      for (const key of Object.keys(value)) {
        if (++count > 500_000) return;
        add(key);
        walk(value[key]);
      }
    };
    walk(value);
    return (sum >>> 0).toString(16) + " of " + count;
  };
  const $outcome = {};
`;

const text = (path) => {
  const bytes = readFileSync(path);
  const script = (path.endsWith(".z") ? inflateSync(bytes) : bytes).toString("utf8");
  // A variable of a script is a property of the global object; here it is one of a function.
  return script.replace("globalScope.PDFJS = {};", "globalScope.PDFJS = PDFJS = {};");
};

// A program of texts that stand in one scope, as in a script, and what is done with them then.
const program = (texts, then) => `${HEAD}  await (function () {
${texts.join("\n;\n")}
;
return (async () => {
${then}
})();
  }).call(globalThis);
  return JSON.stringify($outcome);
}
`;

const octane = (folder) => OCTANE.flatMap(([name, times, ...files]) => {
  const paths = (files.length > 0 ? files : [name]).map((file) => join(folder, `${file}.js`));
  if (!paths.every(existsSync)) return [];
  const then = `for (const suite of BenchmarkSuite.suites) {
  for (const benchmark of suite.benchmarks) {
    BenchmarkSuite.ResetRNG();
    benchmark.Setup();
    for (let i = 0; i < ${times}; i++) benchmark.run();
    benchmark.TearDown();
    $outcome[benchmark.name] = "passed";
  }
}`;
  return [[`octane-${name}`, program([join(folder, "base.js"), ...paths].map(text), then)]];
});

// Kraken and SunSpider are scripts that leave their results in variables.
const scripts = (folder, suite) => readdirSync(folder).sort().flatMap((file) => {
  if (!file.endsWith(".js") || file.endsWith("-data.js")) return [];
  const name = basename(file, ".js");
  const data = join(folder, `${name}-data.js`);
  const script = text(join(folder, file));
  const names = new Set(Array.from(script.matchAll(/^(?:var|let|const)\s+([\w$]+)/gm), (found) => found[1]));
  const sums = [...names].map((name) => `if (typeof ${name} !== "undefined") $outcome.${name} = $sum(${name});`);
  const checks = `${sums.join("\n")}
for (const name of Object.getOwnPropertyNames(globalThis).sort()) {
  if (!$before.has(name) && !["print", "alert"].includes(name)) $outcome["global " + name] = $sum(globalThis[name]);
}
if (typeof sjcl === "object" && typeof sjcl.test?.run === "function") await new Promise((resolve) => setTimeout(resolve, 100));`;
  return [[`${suite}-${name}`, program([...(existsSync(data) ? [text(data)] : []), script], checks)]];
});

// JetStream lists its benchmarks in its driver.
const jetStream = (folder) => {
  const driver = text(join(folder, "JetStreamDriver.js"));
  const list = /new (?:Default|Async)Benchmark\(\{\s*name: "([^"]+)",\s*files: \[([^\]]*)\],([^]*?)\n    \}\)/g;
  const benchmarks = Array.from(driver.matchAll(list), ([, name, files, rest]) => {
    const preload = /preload: \{([^}]*)\}/.exec(rest)?.[1] ?? "";
    const pairs = Array.from(preload.matchAll(/^\s*"?(\w+)"?: "([^"]+)"/gm), ([, key, path]) => [key, path]);
    const isSeeded = rest.includes("deterministicRandom: true");
    return [name, Array.from(files.matchAll(/^\s*"([^"]+)"/gm), (found) => found[1]), pairs, isSeeded];
  });
  const spider = /const SUNSPIDER_TESTS = \[([^\]]*)\]/.exec(driver)?.[1] ?? "";
  for (const [, name] of spider.matchAll(/"([^"]+)"/g)) benchmarks.push([`${name}-SP`, [`./SunSpider/${name}.js`], []]);
  return benchmarks.flatMap(([name, files, preload, isSeeded]) => {
    const paths = [...files, ...preload.map(([, path]) => path)].map((path) => join(folder, path));
    if (LEFT_OUT.test(name) || !paths.every(existsSync)) return [];
    const blobs = Object.fromEntries(preload.map(([key, path]) => [key, text(join(folder, path))]));
    const head = `const isInBrowser = false, isD8 = false, isJSC = false;
const JetStream = {
  preload: ${JSON.stringify(Object.fromEntries(preload.map(([key]) => [key, key])))},
  isInBrowser: false,
  async getString(key) { return $blobs[key]; },
};
const $blobs = ${JSON.stringify(blobs)};`;
    const then = `const $benchmark = new Benchmark({ iterationCount: ${ITERATIONS} });
await $benchmark.init?.();
for (let i = 0; i < ${ITERATIONS}; i++) {
  await $benchmark.prepareForNextIteration?.();
  ${isSeeded ? "Math.random.__resetSeed();" : ""}
  await $benchmark.runIteration(i);
}
await $benchmark.validate?.(${ITERATIONS});
$outcome.checks = "passed";`;
    return [[`jetstream-${name.toLowerCase()}`, program([head, ...files.map((file) => text(join(folder, file)))], then)]];
  });
};

// Every suite that lies somewhere below a folder.
function suites(folder) {
  const has = (name) => existsSync(join(folder, name));
  if (has("JetStreamDriver.js")) return jetStream(folder);
  if (has("base.js") && has("richards.js")) return octane(folder);
  if (has("ai-astar.js") && has("ai-astar-data.js")) return scripts(folder, "kraken");
  if (has("3d-cube.js") && has("LIST")) return scripts(folder, "sunspider");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "kraken-1.0" && entry.name !== "node_modules")
    .flatMap((entry) => suites(join(folder, entry.name)));
}

const [folder, out] = process.argv.slice(2);
const programs = suites(folder);
if (programs.length === 0) {
  console.error(`${folder}: neither Octane nor Kraken, SunSpider or JetStream`);
  process.exitCode = 1;
}
for (const [name, program] of programs) writeFileSync(join(out, `${name}.js`), program);
