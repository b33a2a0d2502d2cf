// Runs in Node what `cargo xtask test262 FOLDER --dump DUMP` wrote, each program in a process of
// its own: `node tests/test262/node.cjs DUMP`. What fails here too is no defect of the engine.
"use strict";
const { execFile } = require("node:child_process");
const { readFileSync, statSync } = require("node:fs");
const { availableParallelism } = require("node:os");
const { join } = require("node:path");

const TIMEOUT_MS = 20_000;

// The verdict of one program, in this process.
async function judge(path) {
  const text = readFileSync(path, "utf8");
  const mustBeRefused = text.startsWith("// refused\n");
  let program;
  try {
    program = (0, eval)(text);
  } catch (error) {
    return mustBeRefused && error.name === "SyntaxError" ? "passes" : `refused: ${error.message}`;
  }
  if (mustBeRefused) return "accepted";
  return (await program()) ?? "passes";
}

// One line for each program of a dump, as many at a time as there are processors.
async function judgeAll(folder) {
  const list = readFileSync(join(folder, "failures.txt"), "utf8").split("\n").filter(Boolean);
  const names = list.map((line) => line.split("\t")[0]);
  const verdicts = new Array(names.length);
  let next = 0;
  const work = async () => {
    while (next < names.length) {
      const index = next++;
      verdicts[index] = await new Promise((resolve) => {
        const parameters = [__filename, join(folder, names[index])];
        execFile(process.execPath, parameters, { timeout: TIMEOUT_MS }, (error, out) =>
          resolve(out || (error ? "crashed" : "never settles")));
      });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  names.forEach((name, index) => console.log(`${name}\t${verdicts[index].replace(/[\n\t]/g, " ")}`));
}

const path = process.argv[2];
if (statSync(path).isDirectory()) {
  judgeAll(path);
} else {
  const write = process.stdout.write.bind(process.stdout);
  process.on("unhandledRejection", () => {});
  judge(path).then(write, (error) => write(`ended by ${error}`));
}
