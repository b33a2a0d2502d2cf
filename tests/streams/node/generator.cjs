// Makes programs over Node's streams and the modules beside them. The same seed makes the same programs.
"use strict";

const zlib = require("node:zlib");

// A program is the body of an async function. It has `require`, `log` (which shows any value), `turn` (waits
// for a turn of the loop), `watch` (logs the events of an emitter), `look` (logs what a stream says of itself)
// and `attempt` (logs what a task gives or throws).
function generator(seed) {
  let state = seed >>> 0 || 1;
  const random = () => {
    // xorshift32.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  const below = (count) => Math.floor(random() * count);
  const pick = (list) => list[below(list.length)];
  const chance = (part) => random() < part;
  const times = (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make);
  const text = (value) => JSON.stringify(value);
  const context = { below, pick, chance, times, text };
  return (family) => families[family](context);
}

const TEXTS = ["a", "bc", "def", "", "ü", "€uro", "😀", "x😀y", "line\nnext", "0123456789", "long ".repeat(9)];
const chunkOf = ({ pick, chance, text }, isObjects) => {
  if (isObjects) return pick(["1", "2", "{ a: 1 }", "'s'", "''", "0", "false", "undefined", "[3]"]);
  const content = pick(TEXTS);
  return chance(0.5) ? text(content) : chance(0.2) ? `new Uint8Array(Buffer.from(${text(content)}))` : `Buffer.from(${text(content)})`;
};
const option = (name, value) => (value === undefined ? [] : [`${name}: ${value}`]);
const later = ({ pick }) => pick(["(f) => f()", "process.nextTick", "setImmediate", "queueMicrotask"]);

function readableSource(context, name) {
  const { below, pick, chance, times, text } = context;
  const isObjects = chance(0.4);
  const chunks = times(0, 5, () => chunkOf(context, isObjects));
  if (chance(0.3)) {
    const list = `[${chunks.join(", ")}]`;
    const given = pick([list, `(function* () { yield* ${list}; })()`, `(async function* () { for (const one of ${list}) { await turn(); yield one; } })()`, `[${chunks.map((one) => (chance(0.3) ? `Promise.resolve(${one})` : one)).join(", ")}]`, "'text'", "Buffer.from('bytes')"]);
    return `const ${name} = Readable.from(${given}${chance(0.3) ? `, { highWaterMark: ${below(4)} }` : ""});`;
  }
  const options = [
    ...(isObjects ? ["objectMode: true"] : []), ...option("highWaterMark", chance(0.5) ? pick([0, 1, 2, 3, 5, 16]) : undefined),
    ...option("encoding", !isObjects && chance(0.3) ? text(pick(["utf8", "hex", "base64", "latin1", "utf16le"])) : undefined),
    ...option("emitClose", chance(0.1) ? "false" : undefined), ...option("autoDestroy", chance(0.15) ? "false" : undefined),
  ];
  const fails = chance(0.12) ? below(4) : -1;
  const way = pick(["one", "many", "upfront", "all"]);
  const run = later(context);
  const failing = pick(["this.destroy(new Error('mid'))", "{ throw new Error('mid') }", "this.emit('error', new Error('mid'))", "this.destroy()"]);
  const body = {
    one: `const run = ${run}; run(() => { log('${name} push', this.push(at < list.length ? list[at++] : null)); });`,
    many: `while (at < list.length && this.push(list[at++])); if (at >= list.length && !done) { done = true; this.push(null); }`,
    upfront: "",
    all: `const run = ${run}; run(() => { while (at < list.length) this.push(list[at++]); if (!done) { done = true; this.push(null); } });`,
  }[way];
  const construct = chance(0.12) ? `construct(callback) { log('${name} construct'); ${pick(["callback()", "setImmediate(callback)", "callback(new Error('no'))", "setImmediate(callback, new Error('no'))"])}; },` : "";
  const destroy = chance(0.15) ? `destroy(error, callback) { log('${name} _destroy', error); ${pick(["callback(error)", "setImmediate(callback, error)", "callback()", "callback(new Error('other'))"])}; },` : "";
  return `const ${name} = (() => { let at = 0, done = false, calls = 0; const list = [${chunks.join(", ")}];
  const made = new Readable({ ${options.join(", ")}${options.length > 0 ? "," : ""} ${construct} ${destroy} read(size) { log('${name} _read', size); if (calls++ === ${fails}) { ${failing}; return; } ${body} } });
  ${way === "upfront" ? `for (const one of list) log('${name} pushed', made.push(one)); ${chance(0.8) ? "made.push(null);" : ""}` : ""}
  return made; })();`;
}

function writableTarget(context, name) {
  const { below, pick, chance, text } = context;
  const options = [
    ...(chance(0.4) ? ["objectMode: true"] : []), ...option("highWaterMark", chance(0.5) ? pick([0, 1, 2, 4, 16]) : undefined),
    ...option("decodeStrings", chance(0.2) ? "false" : undefined), ...option("defaultEncoding", chance(0.15) ? text(pick(["latin1", "hex", "utf16le"])) : undefined),
    ...option("emitClose", chance(0.1) ? "false" : undefined), ...option("autoDestroy", chance(0.15) ? "false" : undefined),
  ];
  const fails = chance(0.2) ? below(4) : -1;
  const error = "new Error('w')";
  const failing = pick([`callback(${error})`, `setImmediate(callback, ${error})`, "{ callback(); callback(); }", `this.destroy(${error})`, "process.nextTick(callback, null)"]);
  const write = `write(chunk, encoding, callback) { log('${name} _write', chunk, encoding); if (calls++ === ${fails}) { ${failing}; return; } const run = ${later(context)}; run(() => callback()); },`;
  const writev = chance(0.35) ? `writev(chunks, callback) { log('${name} _writev', chunks.map(({ chunk, encoding }) => [chunk, encoding])); const run = ${later(context)}; run(() => callback(${chance(0.1) ? error : ""})); },` : "";
  const final = chance(0.4) ? `final(callback) { log('${name} _final'); ${pick(["callback()", "setImmediate(callback)", `callback(${error})`, "process.nextTick(callback)", "Promise.resolve().then(() => callback())"])}; },` : "";
  const construct = chance(0.15) ? `construct(callback) { log('${name} construct'); ${pick(["callback()", "setImmediate(callback)", `callback(${error})`])}; },` : "";
  const destroy = chance(0.15) ? `destroy(error, callback) { log('${name} _destroy', error); ${pick(["callback(error)", "setImmediate(callback, error)", "callback()"])}; },` : "";
  return `const ${name} = (() => { let calls = 0; return new Writable({ ${options.join(", ")}${options.length > 0 ? "," : ""} ${write} ${writev} ${final} ${construct} ${destroy} }); })();`;
}

function transformOf(context, name) {
  const { below, pick, chance } = context;
  const isObjects = chance(0.5);
  const options = [
    ...(isObjects ? ["objectMode: true"] : pick([[], ["readableObjectMode: true"], []])), ...option("highWaterMark", chance(0.4) ? pick([0, 1, 2, 8]) : undefined),
    ...option("allowHalfOpen", chance(0.1) ? "false" : undefined), ...option("readableHighWaterMark", chance(0.1) ? pick([0, 1]) : undefined),
  ];
  if (chance(0.25)) return `const ${name} = new PassThrough({ ${options.join(", ")} });`;
  const fails = chance(0.15) ? below(3) : -1;
  const same = isObjects ? "chunk" : "String(chunk)";
  const work = pick([`callback(null, ${same})`, `this.push(${same}); callback()`, `this.push(${same}); this.push(${same}); setImmediate(callback)`, `setImmediate(callback, null, ${same})`, "callback()"]);
  const flush = chance(0.4) ? `flush(callback) { log('${name} flush'); ${pick(["callback()", "callback(null, 'end')", "this.push('last'); setImmediate(callback)", "callback(new Error('flush'))"])}; },` : "";
  const failing = pick(["callback(new Error('t'))", "throw new Error('t')", "this.destroy(new Error('t'))", "this.push(null); callback()"]);
  return `const ${name} = (() => { let calls = 0; return new Transform({ ${options.join(", ")}${options.length > 0 ? "," : ""} transform(chunk, encoding, callback) { log('${name} transform', chunk); if (calls++ === ${fails}) { ${failing}; return; } ${work}; }, ${flush} }); })();`;
}

const readerStep = (context, name) => {
  const { pick, chance, text } = context;
  return pick([
    `${name}.pause();`, `${name}.resume();`, `${name}.resume();`, `await turn();`, `await turn();`, `look(${text(name)}, ${name});`,
    `log('${name} read', ${name}.read());`, `log('${name} read', ${name}.read(${pick([0, 1, 2, 3, 100])}));`,
    `attempt('${name} unshift', () => ${name}.unshift(${chance(0.5) ? "'u'" : "Buffer.from('ü')"}));`,
    `attempt('${name} push', () => ${name}.push('late'));`, chance(0.3) ? `${name}.destroy(${chance(0.5) ? "new Error('d')" : ""});` : "await turn();",
    `const data${name} = (chunk) => log('${name} data2', chunk); ${name}.on('data', data${name}); ${chance(0.5) ? "await turn();" : ""} ${name}.off('data', data${name});`,
    `{ const told = () => { log('${name} readable2'); let one; while ((one = ${name}.read()) !== null) log('${name} got', one); }; ${name}.on('readable', told); await turn(); ${chance(0.5) ? `${name}.removeListener('readable', told);` : ""} }`,
    chance(0.3) ? `attempt('${name} setEncoding', () => { ${name}.setEncoding(${text(pick(["utf8", "hex", "nonsense"]))}); });` : "await turn();",
    `log('${name} paused', ${name}.isPaused());`,
  ]);
};
const consumer = (context, name) => {
  const { below, pick, chance } = context;
  return pick([
    `${name}.on('data', (chunk) => log('${name} data', chunk));`,
    `${name}.on('readable', () => { log('${name} readable'); let one; while ((one = ${name}.read(${pick(["", "", "1", "2", "4"])})) !== null) log('${name} got', one); });`,
    `${name}.on('readable', () => { log('${name} readable', ${name}.readableLength); log('${name} got', ${name}.read()); });`,
    `(async () => { try { let count = 0; for await (const one of ${name}) { log('${name} item', one); if (${chance(0.3) ? `count++ === ${below(3)}` : "false"}) ${pick(["break", "throw new Error('loop')"])}; ${chance(0.3) ? "await turn();" : ""} } log('${name} loop over'); } catch (error) { log('${name} loop failed', error); } })();`,
    `${name}.resume();`, "",
  ]);
};

const writerStep = (context, name) => {
  const { pick, chance, text } = context;
  const callback = chance(0.5) ? `, (error) => log('${name} written', error)` : "";
  const encoding = chance(0.15) ? `, ${text(pick(["utf8", "hex", "latin1", "base64", "nonsense"]))}` : "";
  return pick([
    `attempt('${name} write', () => ${name}.write(${chunkOf(context, chance(0.1))}${encoding}${callback}));`,
    `attempt('${name} write', () => ${name}.write(${chunkOf(context, false)}${encoding}${callback}));`,
    `attempt('${name} write', () => ${name}.write(${chunkOf(context, false)}${callback}));`,
    `attempt('${name} write', () => ${name}.write(${pick(["null", "5", "'plain'"])}));`,
    "await turn();", "await turn();", `look(${text(name)}, ${name});`, `${name}.cork();`, `${name}.uncork();`,
    chance(0.5) ? `attempt('${name} end', () => { ${name}.end(${chance(0.5) ? chunkOf(context, false) : ""}); });` : "await turn();",
    chance(0.5) ? `attempt('${name} end', () => { ${name}.end((error) => log('${name} ended', error)); });` : "await turn();",
    chance(0.2) ? `${name}.destroy(${chance(0.5) ? "new Error('d')" : ""});` : "await turn();",
    `attempt('${name} default', () => { ${name}.setDefaultEncoding(${text(pick(["utf8", "HEX", "nonsense"]))}); });`,
  ]);
};

const STREAMS = "const { Readable, Writable, Duplex, Transform, PassThrough, pipeline, finished, compose, addAbortSignal } = require('stream');\n";

const families = {
  readable(context) {
    const steps = context.times(1, 7, () => readerStep(context, "r"));
    return `${STREAMS}${readableSource(context, "r")}\nwatch('r', r);\n${consumer(context, "r")}\n${steps.map((step) => `{ ${step} }`).join("\n")}\nfor (let i = 0; i < 4; i++) await turn();\nlook('r', r);`;
  },
  writable(context) {
    const steps = context.times(1, 9, () => writerStep(context, "w"));
    return `${STREAMS}${writableTarget(context, "w")}\nwatch('w', w);\n${steps.map((step) => `{ ${step} }`).join("\n")}\n${context.chance(0.6) ? "attempt('w end', () => { w.end(); });" : ""}\nfor (let i = 0; i < 4; i++) await turn();\nlook('w', w);`;
  },
  transform(context) {
    const steps = context.times(2, 9, () => (context.chance(0.6) ? writerStep : readerStep)(context, "t"));
    return `${STREAMS}${transformOf(context, "t")}\nwatch('t', t);\n${consumer(context, "t")}\n${steps.map((step) => `{ ${step} }`).join("\n")}\n${context.chance(0.8) ? "attempt('t end', () => { t.end(); });" : ""}\nfor (let i = 0; i < 4; i++) await turn();\nlook('t', t);`;
  },
  pipe(context) {
    const { chance, times, pick } = context;
    const middle = chance(0.6) ? transformOf(context, "t") : "";
    const parts = [STREAMS, readableSource(context, "r"), middle, writableTarget(context, "w"), writableTarget(context, "v")];
    const names = ["r", ...(middle ? ["t"] : []), "w", "v"];
    const wiring = middle ? "r.pipe(t); t.pipe(w);" : `r.pipe(w${chance(0.2) ? ", { end: false }" : ""});`;
    const second = chance(0.4) ? `${middle ? "t" : "r"}.pipe(v);` : "";
    const steps = times(0, 5, () => pick([
      "await turn();", "await turn();", "r.unpipe();", "r.unpipe(w);", "r.resume();", "r.pause();", "look('w', w);", "look('r', r);",
      chance(0.4) ? "w.destroy(new Error('gone'));" : "await turn();", chance(0.3) ? "r.destroy(new Error('gone'));" : "await turn();", "r.pipe(v);",
    ]));
    return `${parts.join("\n")}\n${names.map((name) => `watch('${name}', ${name});`).join("")}\n${wiring} ${second}\n${steps.join("\n")}\nfor (let i = 0; i < 5; i++) await turn();\n${names.map((name) => `look('${name}', ${name});`).join("")}`;
  },
  pipeline(context) {
    const { below, chance, times, pick } = context;
    const source = chance(0.7) ? readableSource(context, "r") : `const r = ${pick(["['a', 'b', 'c']", "async function* () { yield 'a'; await turn(); yield 'b'; }", "function* () { yield 'x'; }", "(async function* () { yield 'g'; throw new Error('gen'); })()", "() => 5"])};`;
    const stages = times(0, 2, (_, at) => (chance(0.6) ? [`t${at}`, transformOf(context, `t${at}`)]
      : [`t${at}`, `const t${at} = ${pick(["async function* (source) { for await (const one of source) yield String(one).toUpperCase(); }", "async function* (source, { signal }) { let n = 0; for await (const one of source) { log('stage', one); if (n++ > 0) throw new Error('stage'); yield one; } }", "async function* (source) { for await (const one of source) return; }"])};`]));
    const last = chance(0.7) ? writableTarget(context, "w") : `const w = ${pick(["async function (source) { let all = ''; for await (const one of source) all += one; return all; }", "async (source) => { for await (const one of source) throw new Error('last'); }", "async function* (source) { for await (const one of source) yield one; }", "new PassThrough({ objectMode: true })"])};`;
    const names = ["r", ...stages.map(([name]) => name), "w"];
    const signal = chance(0.2);
    const watched = names.map((name) => `if (typeof ${name}.on === 'function') watch('${name}', ${name});`).join(" ");
    const abort = signal ? `const stop = new AbortController(); ${pick(["stop.abort(new Error('why'));", "setImmediate(() => stop.abort());", "process.nextTick(() => stop.abort('reason'));"])}` : "";
    const call = chance(0.5) || signal
      ? `await require('stream/promises').pipeline(${names.join(", ")}${signal ? `, { signal: stop.signal${chance(0.3) ? ", end: false" : ""} }` : ""}).then((value) => log('done', value), (error) => log('failed', error));`
      : `attempt('pipeline', () => { pipeline(${names.join(", ")}, (error, value) => log('done', error, value)); });`;
    const steps = times(0, 2, () => pick(["await turn();", `if (r.destroy) r.destroy(${chance(0.5) ? "new Error('rd')" : ""});`, "if (w.destroy) w.destroy();", `${names[below(names.length)]}.emit?.('error', new Error('emitted'));`]));
    return `${STREAMS}${source}\n${stages.map(([, made]) => made).join("\n")}\n${last}\n${watched}\n${abort}\nconst run = (async () => { ${call} })();\n${steps.join("\n")}\nfor (let i = 0; i < 6; i++) await turn();\n${names.map((name) => `if (typeof ${name}.on === 'function') look('${name}', ${name});`).join(" ")}`;
  },
  finished(context) {
    const { chance, times, pick } = context;
    const [kind, step] = pick([[readableSource, readerStep], [writableTarget, writerStep], [transformOf, (c, n) => pick([readerStep, writerStep])(c, n)]]);
    const options = pick(["", "{ readable: false }, ", "{ writable: false }, ", "{ error: false }, ", "{ readable: false, writable: false }, "]);
    const wait = `finished(s, ${options}(error) => log('finished', error));`;
    const steps = times(1, 6, () => step(context, "s"));
    steps.splice(context.below(steps.length + 1), 0, wait, chance(0.3) ? "require('stream/promises').finished(s).then((value) => log('promised', value), (error) => log('rejected', error));" : "");
    return `${STREAMS}${kind(context, "s")}\nwatch('s', s);\n${steps.map((one) => `{ ${one} }`).join("\n")}\n${chance(0.5) ? "s.resume?.();" : ""} ${chance(0.5) ? "s.end?.();" : ""}\nfor (let i = 0; i < 4; i++) await turn();\n${wait}\nawait turn(); await turn();\nlook('s', s);`;
  },
  operators(context) {
    const { pick, chance, times } = context;
    const source = chance(0.6) ? `const r = Readable.from(${pick(["[1, 2, 3, 4, 5]", "(async function* () { yield* [3, 1, 2]; })()", "[]", "['a', 'bb', 'ccc']", "(function* () { yield 1; throw new Error('source'); })()"])});` : readableSource(context, "r");
    const functions = ["async (x) => { await turn(); return x; }", "(x) => x", "(x) => `${x}!`", "(x) => x > 2", "async (x) => String(x).length < 2", "(x) => { throw new Error(`at ${String(x)}`); }", "undefined"];
    const more = () => (chance(0.3) ? `, { concurrency: ${pick([1, 2, 3])} }` : "");
    const chain = times(0, 3, () => pick([() => `.map(${pick(functions)}${more()})`, () => `.filter(${pick(functions)}${more()})`, () => `.drop(${pick([0, 1, 2, -1, "'1'"])})`, () => `.take(${pick([0, 1, 3, "NaN"])})`, () => `.flatMap((x) => ${pick(["[x, x]", "`${x}`", "[]"])})`])());
    const last = pick(["toArray()", `forEach(${pick(["(x) => log('each', x)", "async (x) => { await turn(); log('each', x); }"])})`, `some(${pick(functions)})`, `every(${pick(functions)})`, `find(${pick(functions)})`, "reduce((a, b) => `${a}${b}`)", "reduce(async (a, b) => a + b, 10)", "toArray({ signal: AbortSignal.abort() })", "compose(new PassThrough({ objectMode: true })).toArray()"]);
    return `${STREAMS}${source}\nwatch('r', r);\ntry { log('answer', await r${chain.join("")}.${last}); } catch (error) { log('failed', error); }\nawait turn(); await turn();\nlook('r', r);`;
  },
  compose(context) {
    const { pick, chance, times } = context;
    const made = pick([
      () => "const d = Duplex.from(async function* (source) { for await (const one of source) { log('in', one); yield `${one}+`; } });",
      () => "const d = Duplex.from(async (source) => { for await (const one of source) log('in', one); });",
      () => `${readableSource(context, "r")}\n${writableTarget(context, "w")}\nwatch('r', r); watch('w', w);\nconst d = Duplex.from({ readable: r, writable: w });`,
      () => `${readableSource(context, "r")}\nconst d = Duplex.from(r);`,
      () => `${writableTarget(context, "w")}\nwatch('w', w);\nconst d = Duplex.from(w);`,
      () => `const d = Duplex.from(${pick(["[1, 2]", "Promise.resolve('p')", "Promise.reject(new Error('p'))", "(async function* () { yield 1; })()", "'text'", "() => 5", "async (source) => 5"])});`,
      () => `${transformOf(context, "t")}\n${transformOf(context, "u")}\nwatch('t', t); watch('u', u);\nconst d = compose(t, u);`,
      () => `${transformOf(context, "t")}\nwatch('t', t);\nconst d = compose(t, async function* (source) { for await (const one of source) yield String(one) + '.'; });`,
    ])();
    const steps = times(1, 6, () => pick([
      "attempt('write', () => d.write?.('one'));", "attempt('write', () => d.write?.('two', (error) => log('written', error)));", "await turn();", "await turn();",
      "d.resume?.();", "look('d', d);", chance(0.2) ? "d.destroy(new Error('d'));" : "await turn();", "attempt('end', () => { d.end?.(); });",
    ]));
    return `${STREAMS}try {\n${made}\nwatch('d', d);\nd.on('data', (chunk) => log('d data', chunk));\n${steps.join("\n")}\nattempt('end', () => { if (!d.writableEnded) d.end?.('z'); });\nfor (let i = 0; i < 6; i++) await turn();\nlook('d', d);\n} catch (error) { log('thrown', error); }`;
  },
};

module.exports = { generator, families };

// Files, lines and what stands beside streams.
const FOLDER = "/tmp/isolate-streams";
const CONTENTS = ["", "a", "one\ntwo\nthree", "one\r\ntwo\r\n", "ü€😀\nx\n\n", "a\rb\r\nc\n", "0123456789".repeat(30), "line\n".repeat(40)];

Object.assign(families, {
  readStream(context) {
    const { pick, chance, times, text } = context;
    const options = [
      ...option("start", chance(0.4) ? pick([0, 1, 3, 50]) : undefined), ...option("end", chance(0.4) ? pick([0, 2, 5, 400]) : undefined),
      ...option("encoding", chance(0.4) ? text(pick(["utf8", "hex", "base64", "latin1"])) : undefined), ...option("highWaterMark", chance(0.6) ? pick([1, 2, 7, 64]) : undefined),
      ...option("autoClose", chance(0.1) ? "false" : undefined), ...option("emitClose", chance(0.1) ? "false" : undefined), ...option("flags", chance(0.1) ? text(pick(["r+", "w", "rs"])) : undefined),
    ];
    const path = chance(0.1) ? `${FOLDER}/none` : chance(0.05) ? FOLDER : `${FOLDER}/a`;
    const use = pick([
      "s.on('data', (chunk) => log('data', chunk));", "await (async () => { try { for await (const chunk of s) log('chunk', chunk); } catch (error) { log('loop failed', error); } })();",
      "s.on('readable', () => { let one; while ((one = s.read(3)) !== null) log('got', one); });", `s.pipe(fs.createWriteStream('${FOLDER}/b')).on('finish', () => log('copied', fs.readFileSync('${FOLDER}/b', 'utf8'))).on('error', (error) => log('copy failed', error));`,
      `await require('stream/promises').pipeline(s, new PassThrough(), fs.createWriteStream('${FOLDER}/b')).then(() => log('copied', fs.readFileSync('${FOLDER}/b', 'utf8')), (error) => log('copy failed', error));`,
    ]);
    const steps = times(0, 3, () => pick(["await wait();", "log('bytes', s.bytesRead, s.pending, s.path);", "s.close((error) => log('closed', error));", "s.destroy(new Error('d'));", "s.pause();", "s.resume();"]));
    return `${STREAMS}${FILES}fs.writeFileSync('${FOLDER}/a', ${text(pick(CONTENTS))});\nlet s;\nattempt('make', () => { s = fs.createReadStream('${path}', { ${options.join(", ")} }); });\nif (s) {\nwatch('s', s);\n${use}\n${steps.join("\n")}\nawait wait();\nlook('s', s); log('bytes', s.bytesRead, s.pending, typeof s.fd);\n}`;
  },
  writeStream(context) {
    const { pick, chance, times, text } = context;
    const options = [
      ...option("flags", chance(0.5) ? text(pick(["w", "a", "r+", "wx", "w+", "ax", "r"])) : undefined), ...option("start", chance(0.25) ? pick([0, 1, 3, 9]) : undefined),
      ...option("encoding", chance(0.2) ? text(pick(["utf8", "latin1", "hex"])) : undefined), ...option("highWaterMark", chance(0.4) ? pick([1, 4, 64]) : undefined),
      ...option("emitClose", chance(0.1) ? "false" : undefined), ...option("autoClose", chance(0.1) ? "false" : undefined), ...option("flush", chance(0.1) ? "true" : undefined), ...option("mode", chance(0.1) ? "0o600" : undefined),
    ];
    const steps = times(0, 6, () => pick([
      () => `attempt('write', () => s.write(${chunkOf(context, false)}, (error) => log('written', error, s.bytesWritten)));`, () => `attempt('write', () => s.write(${chunkOf(context, false)}));`,
      () => "await wait();", () => `await wait(); log('content', fs.existsSync('${FOLDER}/a') && fs.readFileSync('${FOLDER}/a', 'latin1'));`, () => "s.cork();", () => "s.uncork();", () => (chance(0.3) ? "s.close((error) => log('closed', error));" : "await wait();"),
      () => (chance(0.2) ? "s.destroy(new Error('d'));" : "await wait();"),
    ])());
    const path = chance(0.08) ? FOLDER : `${FOLDER}/a`;
    return `${STREAMS}${FILES}${chance(0.7) ? `fs.writeFileSync('${FOLDER}/a', ${text(pick(CONTENTS))});` : ""}\nlet s;\nattempt('make', () => { s = fs.createWriteStream('${path}', { ${options.join(", ")} }); });\nif (s) {\nwatch('s', s);\n${steps.join("\n")}\n${chance(0.8) ? "s.end('last', () => log('ended'));" : ""}\nawait wait();\nlook('s', s); log('bytes', s.bytesWritten, s.pending, typeof s.fd);\nlog('content', fs.existsSync('${FOLDER}/a') && fs.readFileSync('${FOLDER}/a', 'latin1'));\n}`;
  },
  descriptors(context) {
    const { below, pick, chance, times, text } = context;
    const size = () => pick([0, 1, 3, 8, 20]);
    const bytes = () => pick([`Buffer.alloc(${size()}, 'x')`, `Buffer.from(${text(pick(TEXTS))})`, "new Uint16Array([65, 66])", "new DataView(new ArrayBuffer(3))"]);
    const numbers = () => Array.from({ length: below(4) }, (_, at) => pick(["0", "1", "2", "5", "-1", at === 0 ? "3" : "null", "undefined"])).join(", ");
    const flags = pick(["r", "r+", "w", "w+", "a", "a+", "wx", "ax+", "rs+"]);
    const ways = {
      sync: ["fd", (name, args) => `attempt('${name}', () => fs.${name}Sync(fd, ${args}));`],
      callback: ["fd", (name, args) => `await new Promise((resolve) => { try { fs.${name}(fd, ${args}${args ? ", " : ""}(error, ...values) => { log('${name}', error, ...values); resolve(); }); } catch (error) { log('${name} threw', error); resolve(); } });`],
      handle: ["handle", (name, args) => `await handle.${name.replace(/^f(?=stat|truncate|sync|datasync|chmod)/, "")}(${args}).then((value) => log('${name}', value), (error) => log('${name} failed', error));`],
    };
    const way = pick(Object.keys(ways));
    const [, call] = ways[way];
    const steps = times(2, 8, () => pick([
      () => call("read", `${way === "sync" || chance(0.7) ? `b = ${bytes()}, ${numbers()}` : "{ position: 0 }"}`.replace(/, $/, "")), () => call("read", `b = Buffer.alloc(4), 0, ${pick([1, 4])}, ${pick([0, 2, "null"])}`),
      () => call("write", chance(0.5) ? `${bytes()}, ${numbers()}`.replace(/, $/, "") : `${text(pick(TEXTS))}${chance(0.5) ? `, ${pick([0, 2, 7, "null"])}, ${text(pick(["utf8", "latin1", "hex"]))}` : ""}`), () => call("write", `'ab', ${pick([0, 3, 12])}`),
      () => call("readv", `[b = Buffer.alloc(2), Buffer.alloc(3)]${chance(0.5) ? `, ${pick([0, 1])}` : ""}`), () => call("writev", `[Buffer.from('1'), Buffer.from('23')]${chance(0.5) ? `, ${pick([0, 1, 30])}` : ""}`),
      () => call("ftruncate", pick(["", "2", "0", "12", "-1"])), () => call("fsync", ""), () => call("fdatasync", ""), () => `log('size', fs.statSync('${FOLDER}/a').size);`,
      () => `attempt('all', () => fs.readFileSync('${FOLDER}/a', 'latin1'));`, () => (way === "handle" ? "await handle.readFile('utf8').then((value) => log('rest', value), (error) => log('rest failed', error));" : "attempt('rest', () => fs.readFileSync(fd, 'utf8'));"),
      () => (way === "handle" ? `await handle.${pick(["writeFile", "appendFile"])}('W').then((value) => log('put', value), (error) => log('put failed', error));` : "attempt('put', () => fs.writeFileSync(fd, 'W'));"), () => (chance(0.2) ? (way === "handle" ? "await handle.close();" : "attempt('close', () => fs.closeSync(fd));") : "log('buffer', b);"),
    ])());
    const open = way === "handle" ? `const handle = await fs.promises.open('${FOLDER}/a', '${flags}').catch((error) => log('open failed', error));` : `let fd; attempt('open', () => { fd = fs.openSync('${FOLDER}/a', '${flags}'); });`;
    return `${FILES}let b = Buffer.alloc(0);\n${chance(0.8) ? `fs.writeFileSync('${FOLDER}/a', ${text(pick(CONTENTS))});` : ""}\n${open}\nif (${way === "handle" ? "handle" : "fd"}) {\n${steps.join("\n")}\n${way === "handle" ? "await handle.close(); log('fd', handle.fd);" : "attempt('close', () => fs.closeSync(fd));"}\n}\nlog('content', fs.existsSync('${FOLDER}/a') && fs.readFileSync('${FOLDER}/a', 'latin1'));`;
  },
  readline(context) {
    const { pick, chance, times, text } = context;
    const chunks = times(0, 4, () => text(pick([...TEXTS, "a\nb", "c\r", "\n", "\nd", "\r\n", "x\r\ny\r\n", "\u2028z"])));
    const source = pick([
      `${FILES}fs.writeFileSync('${FOLDER}/a', ${text(pick(CONTENTS))}); const input = fs.createReadStream('${FOLDER}/a'${chance(0.4) ? ", { highWaterMark: 3 }" : ""});`, `const input = Readable.from([${chunks.join(", ")}]);`,
      `const input = new PassThrough(); ${chunks.map((one) => `input.write(${one});`).join(" ")} setImmediate(() => input.end());`, `${FILES}const input = fs.createReadStream('${FOLDER}/none');`,
    ]);
    const options = [...option("crlfDelay", chance(0.5) ? "Infinity" : undefined), ...option("prompt", chance(0.2) ? "'? '" : undefined), ...option("output", chance(0.3) ? "out" : undefined), "terminal: false"];
    const isPromised = chance(0.3);
    const question = isPromised ? "rl.question('q? ').then((answer) => log('answer', answer), (error) => log('no answer', error));" : "rl.question('q? ', (answer) => log('answer', answer));";
    const use = pick(["rl.on('line', (line) => log('line', line));", "rl.on('line', (line) => log('line', line));", `await (async () => { try { let count = 0; for await (const line of rl) { log('item', line); ${chance(0.3) ? "if (count++ === 1) break;" : ""} ${chance(0.2) ? "await turn();" : ""} } log('over'); } catch (error) { log('loop failed', error); } })();`]);
    const steps = times(0, 3, () => pick(["attempt('pause', () => { rl.pause(); });", "attempt('resume', () => { rl.resume(); });", "rl.close();", `attempt('question', () => { ${question} });`, "attempt('prompt', () => { rl.prompt(); });", "rl.setPrompt('>> '); log('prompt', rl.getPrompt());", "await wait();"]));
    return `${STREAMS}const wait = async () => { for (let i = 0; i < 8; i++) { await turn(); await new Promise((resolve) => { setTimeout(resolve, 4); }); } };\n${source.replace(WAIT, "")}\nconst out = new Writable({ write(chunk, encoding, callback) { log('out', String(chunk)); callback(); } });\nconst rl = require('readline${isPromised ? "/promises" : ""}').createInterface({ input, ${options.join(", ")} });\nfor (const type of ['close', 'pause', 'resume', 'error']) rl.on(type, (error) => log(type, error));\ninput.on('error', (error) => log('input error', error));\n${chance(0.4) ? steps.splice(0).join("\n") : ""}\n${use}\n${steps.join("\n")}\nawait wait();\nlog('closed', rl.closed, rl.line);`;
  },
  decoder(context) {
    const { below, pick, times, text, chance } = context;
    const encoding = pick(["utf8", "utf-8", "UTF16LE", "ucs2", "latin1", "binary", "ascii", "hex", "base64", "base64url", "nonsense", undefined]);
    const steps = times(1, 6, () => {
      const bytes = chance(0.4) ? Array.from({ length: below(6) }, () => pick([0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xc3, 0xbc, 0x41, 0xd8, 0x3d, 0xde, 0x00, 0xff, 0x80])) : [...Buffer.from(pick(TEXTS), pick(["utf8", "utf16le"]))].slice(0, 1 + below(9));
      return pick([`log('write', d.write(Buffer.from([${bytes}])));`, `log('write', d.write(Buffer.from([${bytes}])));`, "log('end', d.end());", `log('end', d.end(Buffer.from([${bytes}])));`, "attempt('bad', () => d.write(5));", "log('text', d.write('text'));", "log('need', d.lastNeed, d.lastTotal);"]);
    });
    return `const { StringDecoder } = require('string_decoder');\nlet d;\nattempt('make', () => { d = new StringDecoder(${encoding === undefined ? "" : text(encoding)}); });\nif (d) {\nlog('encoding', d.encoding);\n${steps.join("\n")}\nlog('end', d.end());\n}`;
  },
  querystring(context) {
    const { below, pick, times, text, chance } = context;
    const part = () => pick(["a", "b=1", "a=2", "=", "==", "x=y=z", "a%20b=c+d", "%E2%82%AC=%F0%9F%98%80", "%zz=%", "&", "", "ü=€", "a[]=1", "k=v;l=w", "__proto__=1", "hasOwnProperty=5", "a=%26%3D", "%ff=%c3"]);
    const value = () => pick(["1", "'a b'", "''", "true", "null", "undefined", "NaN", "Infinity", "10n", "[1, 'x', null]", "[]", "{}", "'€&='", "'\\ud83d\\ude00'", "() => 1", "new Date(0)", "-0", "1e21", "'~!*()\\''"]);
    const steps = times(1, 5, () => pick([
      () => `attempt('parse', () => q.parse(${text(times(0, 5, part).join("&"))}));`, () => `attempt('parse', () => q.parse(${text(times(0, 4, part).join(";"))}, ';', ${text(pick([":", "=", ""]))}));`, () => `attempt('parse', () => q.parse(${text(times(0, 6, part).join("&"))}, null, null, { maxKeys: ${pick([0, 1, 2, -1])} }));`,
      () => `attempt('parse', () => q.parse(${pick(["undefined", "null", "5", "''", "{}"])}));`, () => `attempt('stringify', () => q.stringify({ ${times(0, 4, (_, at) => `k${at}: ${value()}`).join(", ")} }));`, () => `attempt('stringify', () => q.stringify({ 'ä b': ${value()} }, ${text(pick([";", "&&", ""]))}, ${text(pick([":", ""]))}));`,
      () => `attempt('stringify', () => q.stringify(${pick(["5", "null", "'text'", "undefined", "[1, 2]"])}));`, () => `attempt('escape', () => q.escape(${pick(["'a b&c'", "'\\ud800'", "5", "{}", "'€~'", "'\\ud83d'", "null"])}));`, () => `attempt('unescape', () => q.unescape(${text(pick(["%41%zz%", "a+b", "%E2%82%AC", "%ff", "%F0%9F"]))}));`,
      () => "attempt('decode', () => q.parse('a=%41', null, null, { decodeURIComponent: (one) => `<${one}>` }));", () => "attempt('encode', () => q.stringify({ a: 'b c' }, null, null, { encodeURIComponent: (one) => `<${one}>` }));", () => `attempt('bytes', () => String(q.unescapeBuffer(${text(pick(["%41+%4", "%E2%82%AC", "a%%41"]))}${chance(0.5) ? `, ${pick(["true", "false"])}` : ""})));`,
    ])());
    void below;
    return `const q = require('querystring');\n${steps.join("\n")}`;
  },
  win32(context) {
    const { pick, times, text, chance } = context;
    const piece = () => pick(["a", "b.txt", "..", ".", "", "C:", "c:\\", "D:\\x", "\\", "/", "\\\\srv\\share", "//srv/share/", "\\\\srv", "foo\\bar", "foo/bar/", "C:foo", "..\\..", "a.b.c", ".hidden", "\\\\?\\C:\\x", "\\\\.\\pipe", "C:..\\a", "CON", "nul:", "x:y", "a\\.\\b", "foo...", "5", "Z:\\\\a//b"]);
    const path = () => text(chance(0.5) ? piece() : times(1, 3, piece).join(pick(["\\", "/", ""])));
    const steps = times(3, 8, () => pick([
      () => `attempt('normalize', () => p.normalize(${path()}));`, () => `attempt('join', () => p.join(${times(0, 4, path).join(", ")}));`, () => `attempt('resolve', () => p.resolve('C:\\\\w', ${times(1, 3, path).join(", ")}));`, () => `attempt('isAbsolute', () => p.isAbsolute(${path()}));`, () => `attempt('relative', () => p.relative('C:\\\\' + ${path()}, 'C:\\\\' + ${path()}));`,
      () => `attempt('relative', () => p.relative(p.resolve('C:\\\\', ${path()}), p.resolve('C:\\\\', ${path()})));`, () => `attempt('dirname', () => p.dirname(${path()}));`, () => `attempt('basename', () => p.basename(${path()}${chance(0.4) ? `, ${pick(["'.txt'", "'txt'", "'a'", "''"])}` : ""}));`, () => `attempt('extname', () => p.extname(${path()}));`, () => `attempt('parse', () => p.parse(${path()}));`, () => `attempt('format', () => p.format(p.parse(${path()})));`,
      () => `attempt('format', () => p.format({ dir: ${path()}, base: ${path()} }));`, () => `attempt('namespaced', () => p.toNamespacedPath('C:\\\\' + ${path()}));`, () => `attempt('wrong', () => p.${pick(["join", "normalize", "dirname", "isAbsolute", "parse"])}(${pick(["5", "null", "{}"])}));`,
    ])());
    return `const p = require('path/win32');\n${steps.join("\n")}`;
  },
  zlib(context) {
    const { below, pick, chance, times, text } = context;
    const [pack, unpack] = pick([["gzip", "gunzip"], ["deflate", "inflate"], ["deflateRaw", "inflateRaw"], ["gzip", "unzip"], ["deflate", "unzip"]]);
    const data = pick(["''", "'a'", "'hello '.repeat(50)", "Buffer.from('\u00fc\u20ac')", "Buffer.alloc(70000, 'ab')", "'abc'.repeat(200000)", "Buffer.alloc(300000)", "new Uint16Array([0, 1, 2, 65535])", "Buffer.from(Array.from({ length: 30000 }, (_, at) => (at * 7919) % 251))", "new ArrayBuffer(9)"]);
    const options = () => (chance(0.6) ? "" : `, { ${pick([`level: ${pick([-1, 0, 1, 6, 9, 10, "'9'", "NaN"])}`, `chunkSize: ${pick([64, 100, 5000, 10])}`, `memLevel: ${pick([1, 9, 0])}`, `windowBits: ${pick([8, 9, 15, 7])}`, "finishFlush: zlib.constants.Z_SYNC_FLUSH", `maxOutputLength: ${pick([1, 5, 100, 0])}`, "strategy: 2", "info: false"])} }`);
    const given = pick([
      "packed", "packed", "packed", `packed.subarray(0, ${below(20)})`, `packed.subarray(0, Math.max(0, packed.length - ${1 + below(12)}))`, `Buffer.concat([packed, Buffer.from(${text(pick(["x", "junk that is long", "\0", "\0\0junk", "\u001f", ""]))}, 'latin1')])`,
      "Buffer.concat([packed, packed])", `Buffer.from(${text(pick(["no data", "x", "", "\u001f\u008b\u0007", "x\u009c"]))}, 'latin1')`, "zlib.deflateSync('other')", "zlib.gzipSync('other')",
    ]);
    const parts = times(1, 3, () => pick(["1", "7", "20", "1000"]));
    const way = pick([
      () => `attempt('sync', () => zlib.${unpack}Sync(given${options()}));`,
      () => `await new Promise((resolve) => { zlib.${unpack}(given${options()}, (error, answer) => { log('callback', error, answer); resolve(); }); });`,
      () => `const s = zlib.create${unpack[0].toUpperCase()}${unpack.slice(1)}(${options().slice(2)}); const all = []; s.on('data', (chunk) => all.push(chunk)); watch('s', s); let at = 0; for (const size of [${parts.join(", ")}, Infinity]) { if (s.destroyed) break; s.write(Buffer.from(given).subarray(at, at += size)); ${chance(0.5) ? "await turn();" : ""} } s.end(); if (!s.closed) await new Promise((resolve) => { s.on('close', resolve); }); if (!s.errored) log('all', Buffer.concat(all));`,
      () => `const p = zlib.create${pack[0].toUpperCase()}${pack.slice(1)}(${options().slice(2)}); const all = []; p.on('data', (chunk) => all.push(chunk)); p.write(${data.startsWith("new") ? "'a'" : data}); ${chance(0.5) ? "p.flush(() => log('flushed'));" : ""} p.end('end'); await new Promise((resolve) => { p.on('close', resolve); }); attempt('back', () => zlib.${unpack}Sync(Buffer.concat(all)));`,
      () => `const p = zlib.create${pack[0].toUpperCase()}${pack.slice(1)}({ level: ${pick([0, 1, 6])} }); const all = []; p.on('data', (chunk) => all.push(chunk)); ${times(1, 3, () => `await new Promise((resolve) => { p.write(${data.startsWith("new") ? "'a'" : data}, resolve); }); await new Promise((resolve) => { ${pick([`p.params(${pick([0, 1, 6, 9])}, 0, (error) => { log('params', error); resolve(); });`, `p.flush(${pick(["", "zlib.constants.Z_SYNC_FLUSH, ", "zlib.constants.Z_FULL_FLUSH, "])}() => { log('flushed'); resolve(); });`])} }); log('so far', zlib.${unpack}Sync(Buffer.concat(all), { finishFlush: zlib.constants.Z_SYNC_FLUSH }).length);`).join(" ")} p.end('end'); await new Promise((resolve) => { p.on('close', resolve); }); attempt('back', () => zlib.${unpack}Sync(Buffer.concat(all)));`,
      () => `attempt('crc', () => zlib.crc32(${pick(["'a'", "''", "Buffer.alloc(500, 'crc')", "5", "new Uint16Array([1, 2])"])}${chance(0.5) ? `, ${pick(["0", "7", "-1", "'x'", "4294967295"])}` : ""}));`,
      () => `attempt('wrong', () => zlib.${pack}${pick(["Sync(5)", "Sync()", "('a')", "Sync(null)", "Sync({})"])});`,
    ])();
    return `const zlib = require('zlib');\nconst packed = zlib.${pack}Sync(${data});\nconst given = ${given};\n${way}`;
  },
  // What the sandbox decompresses and does not compress: Node does it here.
  decompressed(context) {
    const { below, pick, chance, times, text } = context;
    const { constants } = zlib;
    const words = () => Array.from({ length: below(30000) }, () => pick(["the ", "quick ", "brown ", "\u00fc", `${below(1000)}`, "\n", String.fromCharCode(below(65536))])).join("");
    const data = pick(["", "a", "hello ".repeat(50), "abc".repeat(200000), Buffer.alloc(300000), words(), words(), Buffer.from(times(0, 5000, () => below(256)))]);
    const [packed, unpack, wrong] = pick([
      () => [zlib.brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: below(10), [constants.BROTLI_PARAM_LGWIN]: 10 + below(13) } }), "BrotliDecompress", `params: { ${below(10)}: ${pick(["1", "'x'"])} }`],
      () => [zlib.zstdCompressSync(data, { params: { [constants.ZSTD_c_compressionLevel]: 1 + below(12), [constants.ZSTD_c_checksumFlag]: below(2) } }), "ZstdDecompress", `params: { ${pick([9, 100, 101])}: ${pick([5, 20, "'x'"])} }`],
    ])();
    const given = pick([
      "packed", "packed", "packed", "packed", `packed.subarray(0, ${below(20)})`, `packed.subarray(0, Math.max(0, packed.length - ${1 + below(12)}))`, `Buffer.concat([packed, Buffer.from(${text(pick(["x", "junk that is long", "\0", ""]))}, 'latin1')])`,
      "Buffer.concat([packed, packed])", `Buffer.from(${text(pick(["no data", "x", "", "(\u00b5/\u00fd"]))}, 'latin1')`, `packed.map((byte, at) => (at === ${below(Math.max(1, packed.length))} ? byte ^ ${1 << below(8)} : byte))`,
    ]);
    const options = () => (chance(0.7) ? "" : `, { ${pick([`chunkSize: ${pick([64, 100, 5000, 10])}`, `maxOutputLength: ${pick([1, 5, 100, 0])}`, `finishFlush: ${pick([0, 1, 2, 3, 4])}`, `flush: ${pick([0, 1, 5])}`, wrong, "info: false"])} }`);
    const name = unpack[0].toLowerCase() + unpack.slice(1);
    const parts = times(1, 3, () => pick(["1", "7", "20", "1000"]));
    const way = pick([
      () => `attempt('sync', () => zlib.${name}Sync(given${options()}));`,
      () => `await new Promise((resolve) => { zlib.${name}(given${options()}, (error, answer) => { log('callback', error, answer); resolve(); }); });`,
      () => `const s = zlib.create${unpack}(); const all = []; s.on('data', (chunk) => all.push(chunk)); let failed; s.on('error', (error) => { failed = error; }); let at = 0; for (const size of [${parts.join(", ")}, Infinity]) { if (s.destroyed) break; s.write(Buffer.from(given).subarray(at, at += size)); ${chance(0.5) ? "await turn();" : ""} } s.end(); if (!s.closed) await new Promise((resolve) => { s.on('close', resolve); }); log('all', failed, failed ? '' : Buffer.concat(all));`,
    ])();
    return `const zlib = require('zlib');\nconst packed = Buffer.from('${packed.toString("base64")}', 'base64');\nconst given = ${given};\n${way}`;
  },
});
const WAIT = "const wait = async () => { for (let i = 0; i < 8; i++) { await turn(); await new Promise((resolve) => { setTimeout(resolve, 4); }); } };\n";
const FILES = `${WAIT}const fs = require('fs');\nfs.rmSync('${FOLDER}', { recursive: true, force: true });\nfs.mkdirSync('${FOLDER}', { recursive: true });\n`;

Object.assign(families, {
  web(context) {
    const { pick, chance, times, text } = context;
    const chunks = times(0, 4, () => text(pick(TEXTS.filter(Boolean)))).join(", ");
    const read = "await (async () => { try { const reader = web.getReader(); for (;;) { const { value, done } = await reader.read(); log('read', value, done); if (done) break; } } catch (error) { log('read failed', error); } })();";
    return STREAMS + pick([
      () => `const r = Readable.from([${chunks}]${chance(0.4) ? ".map((one) => Buffer.from(one)), { objectMode: false }" : ""}); watch('r', r); const web = Readable.toWeb(r); ${read}`,
      () => `const web = Readable.toWeb(${readableSource(context, "r").replace(/^const r = /u, "").replace(/;\s*$/u, "")}); ${read}`,
      () => `const r = Readable.fromWeb(new ReadableStream({ start(controller) { for (const one of [${chunks}]) controller.enqueue(one); ${pick(["controller.close();", "controller.close();", "controller.error(new Error('web'));"])} } }), { objectMode: ${chance(0.5)} }); watch('r', r); ${consumer(context, "r")} for (let i = 0; i < 6; i++) await turn(); look('r', r);`,
      () => `const got = []; const w = Writable.fromWeb(new WritableStream({ async write(chunk) { await turn(); got.push(chunk); ${chance(0.2) ? "throw new Error('sink');" : ""} }, close() { log('closed'); }, abort(reason) { log('aborted', reason); } }), { objectMode: true }); watch('w', w); ${times(0, 3, () => `w.write(${text(pick(TEXTS))}, (error) => log('written', error));`).join(" ")} ${chance(0.3) ? "await turn(); w.destroy(new Error('d'));" : "w.end();"} for (let i = 0; i < 8; i++) await turn(); log('got', got); look('w', w);`,
      () => `${writableTarget(context, "w")} watch('w', w); const web = Writable.toWeb(w); const writer = web.getWriter(); for (const one of [${chunks}]) await writer.write(one).then(() => log('wrote'), (error) => log('write failed', error)); await writer.${pick(["close()", "close()", "abort(new Error('stop'))"])}.then(() => log('ended'), (error) => log('end failed', error)); for (let i = 0; i < 6; i++) await turn(); look('w', w);`,
      () => `await require('stream/promises').pipeline(new ReadableStream({ start(controller) { for (const one of [${chunks}]) controller.enqueue(one); controller.close(); } }), ${chance(0.5) ? "new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk + '!'); } })," : ""} async function (source) { let all = ''; for await (const one of source) all += one; return all; }).then((value) => log('done', value), (error) => log('failed', error));`,
      () => `const got = []; await require('stream/promises').pipeline(Readable.from([${chunks}]), new WritableStream({ write(chunk) { got.push(chunk); } })).then((value) => log('done', value), (error) => log('failed', error)); log('got', got);`,
    ])();
  },
});
