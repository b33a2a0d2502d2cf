// Runs programs as `cargo xtask programs` makes them: as many as come on standard input, each as its
// length in four bytes and its text. Each runs in a context of its own, so that what it does to
// built-ins is gone with it. Time is virtual, as in the sandbox.
"use strict";
const vm = require("node:vm");
const { Worker } = require("node:worker_threads");
const { readAll, writeAll } = require("./pipes.cjs");

// A program that takes this long or up to twice as long ends the process, which is started again for
// the next one. Each script could have a limit of its own, but that takes longer than most programs.
const TIMEOUT_MS = 400;

// The number of the program that runs, or 0.
const running = new Int32Array(new SharedArrayBuffer(4));
const WATCH = `const { workerData: running } = require("node:worker_threads");
let seen = 0;
setInterval(() => {
  const now = Atomics.load(running, 0);
  if (now !== 0 && now === seen) process.kill(process.pid, "SIGKILL");
  seen = now;
}, ${TIMEOUT_MS});`;

// What a context has beyond the language, made inside of it: its errors are of the context too.
const GLOBALS = new vm.Script(`(() => {
  const timers = [];
  let last = 0, now = 0;
  const add = (f, delay, rest, every) => {
    // As in Node, where what it takes for too long is the shortest.
    const ms = Number(delay);
    const at = now + (ms >= 1 && ms <= 0x7fffffff ? Math.trunc(ms) : 1);
    timers.push({ id: ++last, at, f, rest, every });
    return last;
  };
  const remove = (id) => { const index = timers.findIndex((timer) => timer.id === id); if (index >= 0) timers.splice(index, 1); };
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  define("setTimeout", (f, delay, ...rest) => add(f, delay, rest));
  define("setInterval", (f, delay, ...rest) => add(f, delay, rest, true));
  define("clearTimeout", remove);
  define("clearInterval", remove);
  define("setImmediate", undefined);
  // As they are before a program replaces them.
  const { then } = Promise.prototype, resolved = Promise.resolve(), { apply } = Reflect;
  define("queueMicrotask", (f) => { apply(then, resolved, [f]); });
  define("$watch", (promise, done, fail) => { apply(then, promise, [(value) => done(value), (error) => fail(error)]); });
  return () => {
    if (timers.length === 0) return false;
    let next = timers[0];
    for (const timer of timers) if (timer.at < next.at || (timer.at === next.at && timer.id < next.id)) next = timer;
    remove(next.id);
    now = Math.max(now, next.at);
    if (next.every) timers.push({ ...next, at: now + 1 });
    next.f(...next.rest);
    return true;
  };
})()`);

const TICK = new vm.Script("$tick()");

const lent = { structuredClone, TextEncoder, TextDecoder, URL, URLSearchParams, btoa, atob, Event, EventTarget, CustomEvent, AbortController, AbortSignal, DOMException };

const answer = (text) => {
  let script;
  try {
    // A job belongs to the context of its function: the handlers are made in the program's.
    script = new vm.Script(`{ const watch = $watch, done = $done, fail = $fail; watch((${text}\n)(), done, fail); }`, { filename: "program" });
  } catch (error) {
    return "refused";
  }
  let result;
  const sandbox = { ...lent };
  sandbox.$done = (value) => { result ??= typeof value === "string" ? `returned\n${value}` : `returned a ${typeof value}`; };
  sandbox.$fail = (error) => { result ??= `threw ${error?.name}: ${error?.message}`; };
  try {
    const context = vm.createContext(sandbox, { microtaskMode: "afterEvaluate", codeGeneration: { strings: true, wasm: false } });
    const names = Object.keys(sandbox);
    sandbox.$tick = GLOBALS.runInContext(context);
    for (const name of [...names, "$tick", "$watch"]) Object.defineProperty(sandbox, name, { value: sandbox[name], enumerable: false, writable: true, configurable: true });
    script.runInContext(context);
    for (let ticks = 0; result === undefined && ticks < 10_000; ticks++) {
      if (!TICK.runInContext(context)) break;
    }
  } catch (error) {
    return `threw ${error?.name}: ${error?.message}`;
  }
  return result ?? "stalled";
};

process.on("unhandledRejection", () => {});
new Worker(WATCH, { eval: true, workerData: running }).unref();
const head = Buffer.alloc(4);
for (let number = 1; readAll(head); number++) {
  const text = Buffer.alloc(head.readUInt32LE());
  readAll(text);
  Atomics.store(running, 0, number);
  const bytes = Buffer.from(answer(text.toString()));
  Atomics.store(running, 0, 0);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  writeAll(Buffer.concat([length, bytes]));
}
