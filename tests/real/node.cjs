// Runs the programs of a folder in Node, each in a process of its own: `node node.cjs FOLDER [FILES]`
// writes what NAME.js answers to NAME.json: {"returned": text} or {"threw": text}. What a program
// imports from "/" is in the folder FILES.
"use strict";
const { execFile } = require("node:child_process");
const { readFileSync, readdirSync, writeFileSync } = require("node:fs");
const { availableParallelism } = require("node:os");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { constants, runInThisContext } = require("node:vm");

const TIMEOUT_MS = 300_000;
const OUTPUT_BYTES_MAX = 1 << 28;

// What a program answers, in this process, which has the globals that a sandbox has: libraries
// look for the others and go other ways where they are.
async function answer(path, files) {
  let text = readFileSync(path, "utf8");
  if (files) text = text.replace('import("/', `import("${pathToFileURL(files)}/`);
  globalThis.self = globalThis;
  // Parts of Node are loaded when a global is first read, and need what is taken away here.
  for (const name of Object.getOwnPropertyNames(globalThis)) void globalThis[name];
  delete globalThis.navigator;
  if (!files) {
    delete globalThis.process;
    delete globalThis.Buffer;
  }
  try {
    const call = files ? runInThisContext(text, { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }) : (0, eval)(text);
    return { returned: await call() };
  } catch (error) {
    return { threw: error instanceof Error ? String(error.stack) : String(error) };
  }
}

async function answerAll(folder, files = []) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js")).sort();
  const env = { ...process.env, TZ: "UTC", LC_ALL: "en_US.UTF-8" };
  const options = { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX, env };
  const work = async () => {
    for (let name; (name = names.shift());) {
      const path = join(folder, name);
      const said = await new Promise((resolve) => {
        const flags = ["--stack-size=3900", __filename, "--one", path, ...files];
        execFile(process.execPath, flags, options, (error, out, wrong) =>
          resolve(out || JSON.stringify({ threw: wrong || String(error ?? "it never settles") })));
      });
      writeFileSync(path.replace(/js$/, "json"), said);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

if (process.argv[2] === "--one") {
  // Programs may print, so that only the answer goes to the output.
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  process.on("unhandledRejection", () => {});
  answer(process.argv[3], process.argv[4]).then((said) => write(JSON.stringify(said)));
} else {
  answerAll(process.argv[2], process.argv.slice(3));
}
