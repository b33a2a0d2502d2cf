// Generated arguments: whatever is given, it is an error that says something, and nothing is lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Functions, isolate, sandbox, Workspace } from "./shared.mjs";

const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 40);
const { prompt, Toolbox } = isolate;

/** Numbers of 0 or more and below 1, the same for the same seed. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const hostile = () => new Proxy({}, { get: () => { throw new Error("hostile"); } });
const throwing = () => ({ get a() { throw new Error("getter"); }, toJSON() { throw new Error("toJSON"); } });

function generated(random, depth = 0) {
  const cyclic = [];
  cyclic.push(cyclic);
  const plain = [
    undefined, null, true, false, 0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, NaN, Infinity,
    0n, 2n ** 70n, "", "/", "/a", "a/../b", "\0", "\ud800", "ü".repeat(300), "x".repeat(70_000), Symbol("s"),
    () => 1, async () => {}, class {}, new Date(NaN), new Date(0), /x/, new Map([[1, 2]]), new Set([1]),
    new Uint8Array(3), Buffer.from("x"), new ArrayBuffer(2), new Error("e"), Promise.resolve(1), cyclic,
    Object.create(null), hostile(), throwing(), new WeakMap(), new (class A { b = 1; })(), {}, [], [, 1],
  ]; // prettier-ignore
  if (depth > 3 || random() < 0.6) return plain[Math.floor(random() * plain.length)];
  const parts = Array.from({ length: Math.floor(random() * 4) }, () => generated(random, depth + 1));
  if (random() < 0.5) return parts;
  const keys = ["a", "policy", "rules", "", "__proto__", "\0"];
  return Object.fromEntries(parts.map((part) => [keys[Math.floor(random() * keys.length)], part]));
}

const idle = await isolate.Sandbox.create({ threads: 1, runs: 1 });

function targets(workspace) {
  const { files } = workspace;
  const tools = new Toolbox(workspace, { sandbox });
  const functions = new Functions();
  const found = [];
  const add = (name, call) => found.push([name, call]);
  for (const name of [
    "input", "limits", "seed", "now", "commit", "diffBytes", "branch", "label", "actor", "suspendAfterMs",
    "waitMaxMs", "idempotencyKey", "principal", "traceparent", "traceContents", "functions", "confirm",
    "readOnly", "review", "typescript", "signal", "codeFromText", "exec", "suspension",
  ]) add(`run ${name}`, (value) => sandbox.run(workspace, "(x) => x", { [name]: value })); // prettier-ignore
  for (const name of ["fuel", "memoryBytes", "timeoutMs", "hostCalls", "ioBytes", "resultBytes", "logBytes"]) {
    add(`limit ${name}`, (value) => sandbox.run(workspace, "1", { limits: { [name]: value } }));
  }
  for (const name of ["stat", "readdir", "mkdir", "readFile", "exists", "readlink", "realpath"]) {
    add(name, (value) => files[name](value));
  }
  for (const name of ["writeFile", "appendFile", "rename", "cp", "symlink"]) {
    add(name, (value) => files[name]("/f", value));
    add(name, (value) => files[name](value, "/f"));
    add(name, (value) => files[name](value, value));
  }
  for (const name of [
    "undo", "diff", "checkpoint", "restore", "createBranch", "deleteBranch", "merge", "onBranch", "guarded",
    "endPending", "history",
  ]) add(name, (value) => workspace[name](value)); // prettier-ignore
  add("code", (value) => sandbox.run(workspace, value, { limits: { timeoutMs: 2000 } }));
  add("workspace", (value) => sandbox.run(value, "1"));
  add("options", (value) => sandbox.run(workspace, "1", value));
  add("resume", (value) => sandbox.resume(workspace, value));
  add("add", (value) => functions.add(value, "f", () => 1));
  add("add name", (value) => functions.add("n", value, () => 1));
  add("add function", (value) => functions.add("n", "f", value));
  add("add input", (value) => functions.add("n", "g", () => 1, { input: value }));
  add("answer", (value) =>
    sandbox.run(workspace, "() => n.h()", { functions: new Functions().add("n", "h", () => value) }),
  );
  add("toolbox", (value) => new Toolbox(workspace, value));
  add("policy", (value) => new Toolbox(workspace, { policy: value }));
  add("caps", (value) => new Toolbox(workspace, { caps: value }));
  add("tool", (value) => tools.call(value, {}));
  add("arguments", (value) => tools.call("read", value));
  add("arguments of write", (value) => tools.call("write", { path: value, content: value }));
  add("prompt", (value) => prompt(value));
  add("prompt functions", (value) => prompt("compact", { functions: value }));
  add("toolbox sandbox", (value) => new Toolbox(workspace, { sandbox: value }));
  add("toolbox workspace", (value) => new Toolbox(value));
  add("deny", (value) => tools.deny(value));
  add("signal", (value) => tools.call("read", { path: "/a" }, { signal: value }));
  add("untilAnswered", (value) => workspace.untilAnswered(value));
  add("call that waits", (value) => workspace.answer(1, value, { approve: true }));
  add("run that waits", (value) => workspace.answer(value, {}, { approve: true }));
  add("answer that is given", (value) => workspace.answer(1, {}, value));
  add("branch at", (value) => workspace.createBranch("at", { at: value }));
  add("describe", (value) => functions.describe(value, value));
  add("drain", (value) => idle.drain(value));
  add("memory", (value) => Workspace.memory({ quotaBytes: value }));
  add("sandbox", (value) => isolate.Sandbox.create({ threads: value, runs: 2, queue: value }));
  return found;
}

test("whatever is given", async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 1);
  const workspace = await Workspace.memory();
  // Its run has a number that no generated argument has.
  for (const contents of ["", "1", "12", "kept"]) await workspace.files.writeFile("/kept", contents);
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = seeded(seed * 1_000_003 + round);
    for (const [name, call] of targets(workspace)) {
      const value = generated(random);
      if (name === "sandbox" && typeof value === "number" && value > 64) continue;
      try {
        await call(value);
      } catch (error) {
        const shown = `${name}: ${inspect(error, { depth: 0 })}`;
        assert.ok(error instanceof Error && error.message.length > 0, shown);
        if (process.env.FUZZ_SHOW) console.log(name, error.name, error.message.slice(0, 150));
        assert.doesNotMatch(error.message, /Cannot read propert|is not a function$|not iterable|rust type/, shown);
      }
    }
    const run = await sandbox.run(workspace, "state.readFile('/kept')");
    assert.equal(run.result(), "kept");
  }
});
