// Programs over the streams of the web, made from a seed: each is the body of an async function of `h`, the helpers of
// subjects.js, and logs all that happens.
"use strict";

// A small generator of numbers (mulberry32): the same seed gives the same programs everywhere.
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const FAMILIES = ["readable", "bytes", "writable", "transform", "pipe", "tee", "byteTee", "iterate", "from", "text", "mixed", "reentrant"];

// What is chosen at random, and the small parts of programs.
function choices(seed) {
  const next = numbers(seed);
  const below = (end) => Math.floor(next() * end);
  const pick = (list) => list[below(list.length)];
  const chance = (part) => next() < part;
  const many = (least, most, make) => Array.from({ length: least + below(most - least + 1) }, (_, at) => make(at));
  let names = 0;
  const name = (letter) => `${letter}${names++}`;
  // Whether callbacks do something with the streams themselves, as `h.poke` has it.
  let hasPokes = false;
  const restart = (family) => {
    names = 0;
    hasPokes = family === "reentrant";
  };
  const poke = () => (hasPokes && chance(0.4) ? `h.poke(${below(30)});` : "");

  // What a callback of a program gives back.
  const outcome = () => pick([
    "undefined", "undefined", "undefined", "undefined", "P", "P", `h.micro(${1 + below(6)})`, "h.turn()", "7",
    ...(chance(0.35) ? [`h.fail('f${below(9)}')`, `Promise.reject('j${below(9)}')`, "h.thenable()", "h.badThenable()"] : []),
  ]);
  const reason = () => pick(["undefined", "'why'", "'r1'", "new Error('e1')", "null"]);
  const wait = () => pick(["", "", `await h.micro(${1 + below(5)});`, "await h.turn();", "await h.rest();"]);
  const strategy = (isBytes = false) => pick([
    "undefined", "undefined", "{}", `{ highWaterMark: ${below(4)} }`, `{ highWaterMark: ${below(4)} }`,
    ...(isBytes ? [`{ highWaterMark: ${below(12)} }`] : [
      `new CountQueuingStrategy({ highWaterMark: ${below(3)} })`,
      `{ highWaterMark: ${1 + below(9)}, size: (x) => { ${poke()} return h.size(x); } }`,
      ...(chance(0.15) ? ["{ highWaterMark: 3, size: () => -1 }", "{ highWaterMark: 3, size: () => { throw 'size'; } }", "{ highWaterMark: Infinity }"] : []),
    ]),
  ]);
  const chunk = (isBytes) => (isBytes ? `h.bytes(${below(40)}, ${1 + below(9)})` : pick([`${below(99)}`, `'c${below(9)}'`, "undefined", "{ n: 1 }"]));
  return { below, pick, chance, many, name, restart, poke, outcome, reason, wait, strategy, chunk };
}

// Declarations of streams.
function declarations({ below, pick, chance, many, poke, outcome, strategy, chunk }) {
  // Something that is done with a controller of a readable stream; errors of it are logged.
  const push = (isBytes) => {
    const options = [`c.enqueue(${chunk(isBytes)})`, `c.enqueue(${chunk(isBytes)})`, `c.enqueue(${chunk(isBytes)})`];
    if (isBytes) options.push("h.answer(c)", "h.answer(c)", "h.answer(c)", "h.answer(c)", "h.answer(c, 1)", "h.answerNew(c)", "h.request(c)");
    if (chance(0.3)) options.push("c.close()", "c.close()", "c.error('ce')");
    return `h.try('${isBytes ? "byte" : "read"} control', () => ${pick(options)});`;
  };
  const source = (id, isBytes) => {
    const parts = [];
    if (isBytes) parts.push("type: 'bytes'");
    if (isBytes && chance(0.4)) parts.push(`autoAllocateChunkSize: ${1 + below(12)}`);
    if (chance(0.6)) parts.push(`start(c) { h.log('${id} start'); h.keep('${id}', c); ${poke()} ${many(0, 3, () => push(isBytes)).join(" ")} return ${outcome()}; }`);
    if (chance(0.8)) {
      const most = 1 + below(5), close = pick(["c.close()", "c.close()", "c.error('end')", "undefined"]);
      const end = isBytes ? `${close}; if (c.byobRequest) h.try('last', () => c.byobRequest.respond(0))` : close;
      const last = `if (h.count('${id}') > ${most}) { h.try('end', () => { ${end}; }); return ${outcome()}; }`;
      parts.push(`pull(c) { h.log('${id} pull ' + c.desiredSize); ${poke()} ${last} ${many(1, 2, () => push(isBytes)).join(" ")} return ${outcome()}; }`);
    }
    if (chance(0.7)) parts.push(`cancel(r) { h.log('${id} cancel', r); ${poke()} return ${outcome()}; }`);
    return `{ ${parts.join(", ")} }`;
  };
  const readable = (id, isBytes = false) => `const ${id} = h.do('${id}', () => new ReadableStream(${source(id, isBytes)}, ${strategy(isBytes)}));`;
  const sink = (id) => {
    const parts = [];
    if (chance(0.5)) parts.push(`start(c) { h.log('${id} start'); h.keep('${id}', c); return ${outcome()}; }`);
    const usual = pick(["undefined", "P", "h.micro(3)", "h.turn()"]), most = 1 + below(8);
    if (chance(0.85)) parts.push(`write(x, c) { h.log('${id} write', x); ${poke()} ${chance(0.08) ? "c.error('we');" : ""} return h.count('${id}') > ${most} ? ${outcome()} : ${usual}; }`);
    if (chance(0.7)) parts.push(`close() { h.log('${id} close'); ${poke()} return ${outcome()}; }`);
    if (chance(0.7)) parts.push(`abort(r) { h.log('${id} abort', r); ${poke()} return ${outcome()}; }`);
    return `{ ${parts.join(", ")} }`;
  };
  const writable = (id) => `const ${id} = h.do('${id}', () => new WritableStream(${sink(id)}, ${strategy()}));`;
  const transformer = (id) => {
    const parts = [];
    const act = () => `h.try('transform', () => ${pick(["c.enqueue(x)", "c.enqueue(x)", "c.enqueue([x])", ...(chance(0.2) ? ["c.terminate()", "c.error('te')"] : [])])});`;
    if (chance(0.4)) parts.push(`start(c) { h.log('${id} start'); h.keep('${id}', c); ${chance(0.3) ? "h.try('start', () => c.enqueue('first'));" : ""} return ${outcome()}; }`);
    if (chance(0.8)) parts.push(`transform(x, c) { h.log('${id} transform ' + c.desiredSize, x); ${poke()} ${many(0, 2, act).join(" ")} return ${outcome()}; }`);
    if (chance(0.6)) parts.push(`flush(c) { h.log('${id} flush'); ${poke()} ${chance(0.4) ? "h.try('flush', () => c.enqueue('last'));" : ""} return ${outcome()}; }`);
    if (chance(0.5)) parts.push(`cancel(r) { h.log('${id} cancel', r); ${poke()} return ${outcome()}; }`);
    return `{ ${parts.join(", ")} }`;
  };
  const transform = (id) => `const ${id} = h.do('${id}', () => new TransformStream(${transformer(id)}, ${strategy()}, ${strategy()}));`;
  return { readable, writable, transform };
}

// What is done with streams that are declared.
function uses({ below, pick, chance, many, name, reason, wait, chunk }) {
  const step = (what, code) => `h.do('${what}', () => ${code}); ${wait()}`;
  const fromOutside = (id, isBytes) => `h.control('${id}', (c) => ${pick([`c.enqueue(${chunk(isBytes)})`, "c.close()", "c.error('out')", "h.log('size ' + c.desiredSize)"])}); ${wait()}`;
  const reads = (stream, isBytes = false) => {
    const id = name("r"), isByob = isBytes && chance(0.6);
    const lines = [`const ${id} = h.do('${id}', () => ${stream}.getReader(${isByob ? "{ mode: 'byob' }" : ""}));`, `h.watch('${id}', () => ${id}.closed);`];
    const view = () => pick([
      `h.bytes(0, ${1 + below(9)})`, `h.bytes(0, ${1 + below(9)})`, `new Uint16Array(${1 + below(4)})`,
      `new DataView(new ArrayBuffer(${2 + below(6)}), 1)`, `new Float64Array(1)`, `new Uint8Array(new ArrayBuffer(9), 2, ${1 + below(6)})`,
    ]);
    const options = () => (chance(0.25) ? `, { min: ${1 + below(3)} }` : "");
    const read = () => step(`${id} read`, `${id}.read(${isByob ? view() + options() : ""})`);
    lines.push(...many(1, 6, () => (chance(0.8) ? read() : pick([
      step(`${id} cancel`, `${id}.cancel(${reason()})`), step(`${id} release`, `${id}.releaseLock()`), step(`${id} locked`, `${stream}.locked`), wait(),
    ]))));
    if (chance(0.4)) lines.push(step(`${id} release`, `${id}.releaseLock()`));
    return lines;
  };
  const writes = (stream) => {
    const id = name("w");
    const lines = [`const ${id} = h.do('${id}', () => ${stream}.getWriter());`, `h.watch('${id} closed', () => ${id}.closed);`, `h.watch('${id} ready', () => ${id}.ready);`];
    lines.push(...many(1, 7, () => pick([
      step(`${id} write`, `${id}.write(${chunk(false)})`), step(`${id} write`, `${id}.write(${chunk(false)})`), step(`${id} write`, `${id}.write(${chunk(false)})`),
      step(`${id} size`, `${id}.desiredSize`), step(`${id} ready`, `${id}.ready`), step(`${id} close`, `${id}.close()`),
      ...(chance(0.3) ? [step(`${id} abort`, `${id}.abort(${reason()})`), step(`${id} release`, `${id}.releaseLock()`)] : []),
    ])));
    if (chance(0.5)) lines.push(step(`${id} close`, `${id}.close()`));
    return lines;
  };
  const iterates = (stream) => {
    if (chance(0.3)) {
      const id = name("i");
      return [
        `const ${id} = h.do('${id}', () => ${stream}.values(${pick(["", "{ preventCancel: true }"])}));`,
        ...many(1, 6, () => step(`${id}`, `${id}.${pick(["next()", "next()", "next()", "return('v')"])}`)),
      ];
    }
    const items = `${stream}${pick(["", "", "?.values({ preventCancel: true })"])}`;
    const end = pick(["", "", `if (h.count('${stream} it') > ${1 + below(3)}) break;`, `if (h.count('${stream} it') > ${1 + below(3)}) throw 'out';`]);
    return [
      step(`${stream} each`, `(async () => { for await (const x of ${items} ?? []) { h.log('${stream} item', x); ${end} ${pick(["", wait()])} } })()`),
    ];
  };
  const pipeOptions = () => {
    const parts = [];
    for (const key of ["preventClose", "preventAbort", "preventCancel"]) if (chance(0.25)) parts.push(`${key}: true`);
    const id = chance(0.3) ? name("a") : undefined;
    if (id) parts.push(`signal: ${id}.signal`);
    const stop = chance(0.2);
    return {
      text: `{ ${parts.join(", ")} }`,
      before: id ? [`const ${id} = new AbortController(); ${stop ? `${id}.abort('early');` : ""}`] : [],
      after: id && chance(0.8) ? [wait(), `h.do('abort', () => ${id}.abort(${pick(["", "'stop'"])}));`] : [],
    };
  };
  const pipes = (from, to) => {
    const { text, before, after } = pipeOptions();
    return [...before, step(`${from} to ${to}`, `${from}.pipeTo(${to}, ${text})`), ...after];
  };
  const iterable = () => pick([
    `[${many(0, 4, () => chunk(false)).join(", ")}]`, `[P, Promise.resolve(2)${chance(0.3) ? ", Promise.reject('pr')" : ""}]`, "'abc'", "new Set([1, 2])",
    `(function* () { try { yield 1; h.log('gen'); yield 2; ${chance(0.3) ? "throw 'gt';" : ""} } finally { h.log('gen end'); } })()`,
    `(async function* () { try { yield 1; ${wait()} h.log('agen'); yield 2; ${chance(0.3) ? "throw 'agt';" : ""} yield 3; } finally { h.log('agen end'); ${wait()} } })()`,
    `h.iterator(${below(4)}, ${below(6)})`,
  ]);
  return { step, fromOutside, reads, writes, iterates, pipeOptions, pipes, iterable };
}

// Whole programs.
function families(
  { pick, chance, many, name, reason, wait, chunk },
  { readable, writable, transform },
  { step, fromOutside, reads, writes, iterates, pipeOptions, pipes, iterable },
) {
  return {
    readable() {
      const id = name("s");
      return [readable(id), ...many(1, 3, () => (chance(0.75) ? reads(id) : [fromOutside(id, false)])).flat(), ...(chance(0.3) ? [step(`${id} cancel`, `${id}.cancel(${reason()})`)] : [])];
    },
    bytes() {
      const id = name("b");
      return [readable(id, true), ...many(1, 3, () => (chance(0.8) ? reads(id, true) : [fromOutside(id, true)])).flat()];
    },
    writable() {
      const id = name("d");
      const act = pick(["c.error('out')", "h.log('aborted ' + c.signal.aborted, c.signal.reason)"]);
      return [writable(id), ...writes(id), ...(chance(0.3) ? [`h.control('${id}', (c) => ${act});`] : []), ...(chance(0.3) ? writes(id) : []),
        ...(chance(0.3) ? [step(`${id}`, `${id}.${pick(["close()", "abort('x')", "locked"])}`)] : [])];
    },
    transform() {
      const id = name("t"), both = [writes(`${id}.writable`), reads(`${id}.readable`)];
      if (chance(0.5)) both.reverse();
      return [
        transform(id),
        ...both.flat(),
        ...(chance(0.3) ? [`h.control('${id}', (c) => ${pick(["c.enqueue('o')", "c.terminate()", "c.error('out')", "h.log('size ' + c.desiredSize)"])});`] : []),
        ...(chance(0.4) ? writes(`${id}.writable`) : []),
      ];
    },
    pipe() {
      const from = name("s"), to = name("d");
      if (chance(0.4)) {
        const middle = name("t"), { text, before, after } = pipeOptions(), through = name("p");
        return [
          readable(from, chance(0.2)),
          transform(middle),
          writable(to),
          ...before,
          `const ${through} = h.do('through', () => ${from}.pipeThrough(${middle}, ${text}));`,
          wait(),
          ...pipes(through, to),
          ...after,
        ];
      }
      return [
        readable(from, chance(0.25)),
        writable(to),
        ...(chance(0.2) ? [fromOutside(from, false)] : []),
        ...pipes(from, to),
        ...(chance(0.4) ? [`h.control('${pick([from, to])}', (c) => c.error('late'));`] : []),
      ];
    },
    tee() {
      const id = name("s"), one = name("x"), other = name("y");
      return [
        readable(id),
        `const [${one}, ${other}] = h.do('tee', () => ${id}.tee()) ?? [];`,
        ...many(1, 3, () => (chance(0.7) ? reads(pick([one, other])) : [step("cancel", `${pick([one, other])}.cancel(${reason()})`)])).flat(),
        ...(chance(0.3) ? [fromOutside(id, false)] : []),
      ];
    },
    byteTee() {
      const id = name("b"), one = name("x"), other = name("y");
      return [
        readable(id, true),
        `const [${one}, ${other}] = h.do('tee', () => ${id}.tee()) ?? [];`,
        ...many(1, 4, () => (chance(0.75) ? reads(pick([one, other]), true) : [step("cancel", `${pick([one, other])}.cancel(${reason()})`)])).flat(),
      ];
    },
    iterate() {
      const id = name("s");
      return [readable(id, chance(0.2)), ...(chance(0.3) ? reads(id) : []), ...iterates(id), ...(chance(0.3) ? iterates(id) : []), ...(chance(0.2) ? reads(id) : [])];
    },
    from() {
      const id = name("s"), to = name("d");
      return [
        `const ${id} = h.do('${id}', () => ReadableStream.from(${iterable()}));`,
        ...pick([() => reads(id), () => iterates(id), () => [writable(to), ...pipes(id, to)]])(),
        ...(chance(0.2) ? [step(`${id} cancel`, `${id}.cancel('c')`)] : []),
      ];
    },
    text() {
      const id = name("t"), isEncoder = chance(0.5);
      const chunks = isEncoder
        ? () => pick(["'a'", "''", "'\\ud83d'", "'\\ude00x'", "'é€'", "5", "null", "undefined", "'\\udc00'"])
        : () => pick([
          "new Uint8Array([97])", "new Uint8Array([0xf0, 0x9f])", "new Uint8Array([0x98, 0x80])", "new Uint8Array([0xff])", "new Uint8Array(0)",
          "new Uint8Array([0xef, 0xbb, 0xbf, 98])", "new Uint16Array([0x4141])", "new Uint8Array([0xe2, 0x82, 0xac]).buffer", "'text'",
        ]);
      const make = isEncoder ? "new TextEncoderStream()" : `new TextDecoderStream(${pick(["", "'utf-8', { fatal: true }", "'utf-8', { ignoreBOM: true }", "'utf-16le'"])})`;
      const lines = [`const ${id} = ${make};`, `const w = ${id}.writable.getWriter();`, ...many(1, 6, () => step("write", `w.write(${chunks()})`)), ...(chance(0.8) ? [step("close", "w.close()")] : [])];
      return chance(0.3) ? [lines[0], `h.do('all', () => ${id}.readable.pipeTo(new WritableStream({ write(x) { h.log('out', x); } })));`, ...lines.slice(1)] : [...lines, ...reads(`${id}.readable`)];
    },
    reentrant() {
      const from = name("s"), middle = name("t"), to = name("d"), isBytes = chance(0.3), target = chance(0.5) ? to : `${middle}.writable`;
      const stream = pick([from, `${middle}.readable`]);
      const offers = [
        `() => ${from}.cancel('pc')`, `() => ${to}.abort('pa')`, `() => ${to}.close()`, `() => ${from}.tee()`, "() => r?.read()", "() => r?.read()", "() => r?.read()",
        "() => r?.releaseLock()", "() => r?.cancel('prc')", "() => w?.write('pw')", "() => w?.write('pw')", "() => w?.close()", "() => w?.abort('pwa')", "() => w?.releaseLock()",
        `() => h.control('${from}', (c) => c.enqueue(${chunk(isBytes)}))`, `() => h.control('${from}', (c) => c.close())`, `() => h.control('${from}', (c) => c.error('pe'))`,
        `() => h.control('${to}', (c) => c.error('pd'))`, `() => h.control('${middle}', (c) => c.terminate())`, `() => h.control('${middle}', (c) => c.enqueue('pt'))`,
        `() => ${from}.pipeTo(${to})`, `() => { r = ${from}.getReader(); }`, `() => { w = ${to}.getWriter(); }`, `() => ${middle}.readable.cancel('ptc')`,
      ];
      const reading = () => step("read", pick(["r?.read()", "r?.read()", "r?.releaseLock()", "r?.cancel('x')"]));
      const writing = () => pick([
        step("write", `w?.write(${chunk(false)})`), step("write", `w?.write(${chunk(false)})`), step("close", "w?.close()"), step("abort", "w?.abort('x')"), step("ready", "w?.ready"),
      ]);
      return [
        `let r, w; h.offer([${offers.join(", ")}]);`, readable(from, isBytes), transform(middle), writable(to),
        ...(chance(0.3) ? pipes(from, target) : []), step("reader", `{ r = ${stream}.getReader(); }`), step("writer", `{ w = ${target}.getWriter(); }`),
        "h.watch('r closed', () => r.closed);", "h.watch('w closed', () => w.closed);",
        ...many(3, 10, () => (chance(0.5) ? reading() : writing())),
      ];
    },
    mixed() {
      const from = name("s"), middle = name("t"), to = name("d"), one = name("x"), other = name("y");
      return [
        readable(from, chance(0.3)),
        transform(middle),
        writable(to),
        `const [${one}, ${other}] = h.do('tee', () => ${from}.tee()) ?? [];`,
        ...pipes(one, to),
        step("through", `${other}.pipeThrough(${middle}, ${pipeOptions().text.replace(/,? ?signal: \w+\.signal/, "")})`),
        ...(chance(0.5) ? iterates(`${middle}.readable`) : reads(`${middle}.readable`)),
      ];
    },
  };
}

function generator(seed) {
  const parts = choices(seed), made = families(parts, declarations(parts), uses(parts));
  return (family) => {
    parts.restart(family);
    return ["const P = Promise.resolve();", ...made[family]()].join("\n").replaceAll(/[ \t]+\n/g, "\n");
  };
}

module.exports = { FAMILIES, generator };
