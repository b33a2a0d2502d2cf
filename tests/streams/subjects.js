// Runs programs of generator.cjs, and says what happened: the same text runs in Node and in the sandbox.
"use strict";

const kinds = ["Uint8Array", "Uint16Array", "Float64Array"];
const shown = (value) => {
  if (value instanceof Error || (typeof DOMException === "function" && value instanceof DOMException)) return `${value.name} ${value.code} ${value.message}`;
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value, kind = kinds.find((name) => value.constructor.name === name) ?? "DataView";
    return `${kind}(${byteOffset}+${byteLength} of ${buffer.byteLength}) ${[...new Uint8Array(buffer, byteOffset, byteLength)]}`;
  }
  if (Array.isArray(value)) return `[${value.map(shown)}]`;
  if (typeof value === "object" && value !== null) {
    if (Object.getPrototypeOf(value) !== Object.prototype) return value.constructor?.name ?? "object";
    return `{${Object.keys(value).map((key) => `${key}:${shown(value[key])}`)}}`;
  }
  return typeof value === "string" ? `'${value}'` : String(value);
};

const helpers = () => {
  const lines = [], controls = {}, counts = {}, offers = [];
  let pokes = 0;
  const log = (...parts) => { if (lines.length < 300) lines.push(parts.map((part, at) => (at === 0 ? part : shown(part))).join(" ")); };
  const watch = (what, task) => {
    try {
      task().then((value) => log(`${what} ok`, value), (error) => log(`${what} failed`, error));
    } catch (error) {
      log(`${what} threw`, error);
    }
  };
  const micro = async (count) => { for (let at = 0; at < count; at += 1) await null; };
  const turn = () => new Promise((resolve) => { setImmediate(resolve); });
  const attempt = (what, task) => {
    try {
      return task();
    } catch (error) {
      log(`${what} threw`, error);
      return undefined;
    }
  };
  const bytes = (first, count) => Uint8Array.from({ length: count }, (_, at) => first + at);
  return {
    lines, log, watch, micro, turn, bytes,
    try: attempt,
    rest: async () => { for (let at = 0; at < 4; at += 1) await turn(); },
    do(what, task) {
      const value = attempt(what, task);
      if (value instanceof Promise) watch(what, () => value);
      else log(what, value);
      return value;
    },
    keep: (id, control) => { controls[id] = control; },
    control: (id, task) => { if (controls[id]) attempt(`${id} control`, () => task(controls[id])); },
    // Does one of the things that are offered, a few times in a program.
    offer: (tasks) => { offers.push(...tasks); },
    poke(at) {
      if ((pokes += 1) > 8) return;
      attempt(`poke ${at}`, () => {
        const value = offers[at % offers.length]();
        if (value instanceof Promise) watch(`poke ${at}`, () => value);
        else log(`poke ${at}`, value);
      });
    },
    count: (id) => { counts[id] = (counts[id] ?? 0) + 1; return counts[id]; },
    size: (chunk) => (typeof chunk === "number" ? chunk % 4 : 1),
    fail: (error) => { throw error; },
    thenable: () => ({ then(resolve) { log("then"); resolve(); } }),
    badThenable: () => ({ then(_, reject) { log("then"); reject("th"); } }),
    // Answers a request for bytes, if there is one, with as many as fit or `most`.
    answer(control, most = 4) {
      const request = control.byobRequest;
      if (!request) return control.enqueue(bytes(60, 3));
      const { view } = request, count = Math.min(view.byteLength, most);
      view.set(bytes(80, count));
      return request.respond(count);
    },
    answerNew(control) {
      const request = control.byobRequest;
      if (!request) return;
      const { byteOffset, byteLength, buffer } = request.view;
      request.respondWithNewView(new Uint8Array(buffer, byteOffset, Math.min(2, byteLength)));
    },
    request: (control) => log("request", control.byobRequest?.view ?? null),
    // An iterator of the program's own, with one thing that is wrong with it.
    iterator(count, wrong) {
      const made = { next() { log("next"); return wrong === 1 ? 5 : wrong === 2 ? Promise.reject("nx") : { value: count, done: count-- <= 0 }; } };
      if (wrong !== 3) made.return = (value) => { log("return", value); return wrong === 4 ? 5 : {}; };
      return { [wrong === 5 ? Symbol.asyncIterator : Symbol.iterator]: () => made };
    },
  };
};

const runAll = async (programs) => {
  const all = [];
  let current;
  process.on("unhandledRejection", (error) => current?.log("unhandled", error));
  process.on("uncaughtException", (error) => current?.log("uncaught", error));
  for (const program of programs) {
    const own = current = helpers();
    try {
      let isOver = false;
      const settled = () => { isOver = true; };
      const run = program(own);
      run.then(settled, settled);
      // One that waits for ever is left.
      for (let at = 0; at < 60 && !isOver; at += 1) await own.rest();
      if (isOver) await run;
    } catch (error) {
      own.log("program threw", error);
    }
    await own.rest();
    all.push([...own.lines]);
  }
  return all;
};
