//! # Iterators that the engine steps and closes itself, and those that a program has changed.
() => {
  const out = [];
  const log = (...items) => out.push(items.map((x) => JSON.stringify(x) ?? String(x)).join(" "));
  const tried = (f) => { try { return f(); } catch (error) { return error.name; } };
  // `yield*` over each kind, in a loop, by hand, with what is sent, thrown and returned.
  function* inner() { try { const a = yield "first"; log("sent", a); yield "second"; return "result"; } finally { log("finally"); } }
  function* outer() { yield* [2, , 3]; log("inner gave", yield* inner()); yield* "xy"; yield* new Map([[1, 2]]); yield* new Set([5]); yield* new Uint8Array([7]).values(); yield* [8, 9].values().map((x) => -x); yield* { *[Symbol.iterator]() { yield "own"; } }; return "end"; }
  for (const x of outer()) log(x);
  log([...outer()], Array.from(outer()).length);
  { const it = outer(); for (let i = 0; i < 6; i++) log(it.next("sent " + i)); log(it.return("stopped"), it.next()); }
  { const it = outer(); for (let i = 0; i < 4; i++) it.next(); log(tried(() => it.throw(new Error("thrown"))), it.next()); }
  for (const x of outer()) { if (x === "first") break; }
  { const [a, b, c, d] = outer(); log(a, b, c, d); }
  // Results that are not fresh objects of the engine, passed on as they are.
  const result = { get done() { log("done asked"); return false; }, value: "kept", extra: 1 };
  function* passing() { yield* { [Symbol.iterator]: () => ({ next: () => result }) }; }
  log(passing().next() === result);
  { let n = 0; for (const x of passing()) { log(x); if (++n === 2) break; } }
  function* twice() { yield* passing(); }
  log(twice().next() === result);
  // Errors inside, caught outside, in the middle and not at all.
  function* failing(n) { yield n; throw new RangeError("inside " + n); }
  function* catching() { try { yield* failing(1); } catch (error) { yield error.message; } finally { yield "after"; } yield* failing(2); }
  log(tried(() => [...catching()]));
  { const seen = []; log(tried(() => { for (const x of catching()) seen.push(x); }), seen); }
  { let caught; function* g() { try { yield 1; yield 2; } catch (error) { caught = error; yield 3; } } function* h() { return yield* g(); } const it = h(); it.next(); log(it.throw("sent in"), caught, it.next()); }
  // Closing: what is left, `finally`, loops within, and a `return` of the program's.
  function* lasting() { try { for (const x of inner()) yield x; } finally { log("loop left"); } }
  for (const x of lasting()) break;
  function* nested() { for (const x of [1, 2]) for (const y of inner()) yield [x, y]; }
  for (const x of nested()) { log(x); break; }
  function* answering() { try { yield 1; } finally { return "instead"; } }
  { const [a] = answering(); log(a); }
  function* stubborn() { try { yield 1; } finally { yield "not yet"; } }
  { const it = stubborn(); for (const x of it) break; log(it.next(), it.next()); }
  { const it = inner(); it.return = () => { log("own return"); return {}; }; for (const x of it) break; log(it.next()); }
  { const it = inner(); it.return = () => 1; log(tried(() => { for (const x of it) break; })); }
  { const it = inner(); it.return = null; for (const x of it) break; log(it.next("on")); }
  { const it = inner(); log(it.return(1), it.next()); const other = inner(); other.next(); for (const x of other) break; log(other.next()); }
  { function* plain() { yield 1; yield 2; } const it = plain(); for (const x of it) break; log(it.next()); const [] = plain(); const late = plain(); const [p] = late; log(p, late.next()); }
  { const it = (function* () { yield 1; it.next(); })(); log(tried(() => { for (const x of it) log(x); })); }
  { const it = (function* () { for (const x of it) yield x; })(); log(tried(() => [...it]), it.next()); }
  // `next` and the iterators' own method, changed before and in the middle.
  { const it = inner(); it.next = () => ({ done: true, value: 1 }); log([...it]); }
  { const it = inner(); let n = 0; for (const x of it) { log(x); it.next = () => ({ done: true }); if (++n > 3) break; } }
  const Generator = Object.getPrototypeOf(inner.prototype), Shared = Object.getPrototypeOf(Generator), next = Generator.next, method = Shared[Symbol.iterator];
  {
    let asked = 0;
    Generator.next = function (...args) { asked++; return next.apply(this, args); };
    log([...inner()], asked); function* over() { yield* inner(); } log([...over()], asked);
    Generator.next = next;
    Shared[Symbol.iterator] = function () { asked += 100; return method.call(this); };
    log([...inner()], asked); for (const x of [1].values()) log(x, asked);
    Shared[Symbol.iterator] = method;
    log([...inner()], asked);
  }
  log(method.call(5), tried(() => { for (const x of { [Symbol.iterator]: method }) log(x); }), tried(() => [...Object.setPrototypeOf({}, Generator)]));
  // Typed arrays, also when their buffer shrinks, grows or goes.
  for (const x of new Float32Array([1.5, NaN])) log(x);
  { const buffer = new ArrayBuffer(4, { maxByteLength: 8 }), a = new Uint8Array(buffer), seen = []; for (const x of a) { seen.push(x); if (seen.length === 2) buffer.resize(6); a[3] = 9; } log(seen); const short = []; for (const x of a) { short.push(x); buffer.resize(2); } log(short); }
  { const buffer = new ArrayBuffer(4, { maxByteLength: 8 }), a = new Uint8Array(buffer, 1, 3), it = a.values(); it.next(); buffer.resize(2); log(tried(() => it.next())); buffer.resize(4); log(it.next(), it.next(), it.next()); }
  { const a = new Uint8Array([1, 2, 3]); log(tried(() => { for (const x of a) a.buffer.transfer(); })); }
  for (const [i, x] of new Int8Array([4, 5]).entries()) log(i, x);
  // Elements read where they lie.
  log([1, , 3].find((x) => x === undefined), [1, , 3].findLastIndex((x) => x === undefined), [5, 6].findLast((x, i, all) => all.length = 1), tried(() => [1].find(1)));
  { const a = [1, 2, 3, 4], seen = []; a.find((x, i) => { seen.push(x); if (i === 0) a.length = 2; }); a.push(7); a.map((x) => { seen.push(x); a.pop(); return x; }); log(seen, a); }
  { Array.prototype[1] = "inherited"; const a = [0, , 2]; log(a.find((x) => x === "inherited"), a.map((x) => x), a.findIndex((x) => typeof x === "string")); delete Array.prototype[1]; }
  { const seen = []; function sloppy() { seen.push(typeof this); } [1].forEach(sloppy, "text"); [1].forEach(sloppy); [1].forEach(function () { "use strict"; seen.push(typeof this); }, "text"); [1].forEach(() => seen.push(typeof this), 1); log(seen); }
  { class A {} log(tried(() => [1].forEach(A)), [1, 2].map(async (x) => x).length, [3].map(function* (x) { yield x; }).map((it) => [...it]), [1, 2].map(String), [[1, 2]].map(function () { return arguments.length; })); }
  // Deep ones.
  function* down(n) { if (n > 0) { yield n; yield* down(n - 1); } else return "bottom"; }
  log([...down(300)].length, tried(() => { function* endless() { yield* endless(); } [...endless()]; }));
  function* sink(n) { if (n > 0) yield* sink(n - 1); else yield "bottom"; }
  log([...sink(3600)]);
  return out.join("\n");
}
//= result: "2\nundefined\n3\n\"first\"\n\"sent\" undefined\n\"second\"\n\"finally\"\n\"inner gave\" \"result\"\n\"x\"\n\"y\"\n[1,2]\n5\n7\n-8\n-9\n\"own\"\n\"sent\" undefined\n\"finally\"\n\"inner gave\" \"result\"\n\"sent\" undefined\n\"finally\"\n\"inner gave\" \"result\"\n[2,null,3,\"first\",\"second\",\"x\",\"y\",[1,2],5,7,-8,-9,\"own\"] 13\n{\"value\":2,\"done\":false}\n{\"done\":false}\n{\"value\":3,\"done\":false}\n{\"value\":\"first\",\"done\":false}\n\"sent\" \"sent 4\"\n{\"value\":\"second\",\"done\":false}\n\"finally\"\n\"inner gave\" \"result\"\n{\"value\":\"x\",\"done\":false}\n{\"value\":\"stopped\",\"done\":true} {\"done\":true}\n\"finally\"\n\"Error\" {\"done\":true}\n\"finally\"\n\"finally\"\n2 undefined 3 \"first\"\n\"done asked\"\ntrue\n\"done asked\"\n\"done asked\"\n\"kept\"\n\"done asked\"\n\"done asked\"\n\"kept\"\n\"done asked\"\n\"done asked\"\ntrue\n\"RangeError\"\n\"RangeError\" [1,\"inside 1\",\"after\",2]\n{\"value\":3,\"done\":false} \"sent in\" {\"done\":true}\n\"finally\"\n\"loop left\"\n[1,\"first\"]\n\"finally\"\n1\n{\"done\":true} {\"done\":true}\n\"own return\"\n\"sent\" undefined\n{\"value\":\"second\",\"done\":false}\n\"TypeError\"\n\"sent\" \"on\"\n{\"value\":\"second\",\"done\":false}\n{\"value\":1,\"done\":true} {\"done\":true}\n\"sent\" undefined\n\"finally\"\n{\"done\":true}\n{\"done\":true}\n1 {\"done\":true}\n1\n\"TypeError\"\n\"TypeError\" {\"done\":true}\n[]\n\"first\"\n\"sent\" undefined\n\"second\"\n\"finally\"\n\"sent\" undefined\n\"finally\"\n[\"first\",\"second\"] 3\n\"sent\" undefined\n\"finally\"\n[\"first\",\"second\"] 9\n\"sent\" undefined\n\"finally\"\n[\"first\",\"second\"] 109\n1 209\n\"sent\" undefined\n\"finally\"\n[\"first\",\"second\"] 209\n5 \"TypeError\" \"TypeError\"\n1.5\nnull\n[0,0,0,9,0,0]\n[0,0]\n\"TypeError\"\n{\"value\":0,\"done\":false} {\"value\":0,\"done\":false} {\"done\":true}\n\"TypeError\"\n0 4\n1 5\nundefined 1 6 \"TypeError\"\n[1,2,null,null,1,2] [1]\n\"inherited\" [0,\"inherited\",2] 1\n[\"object\",\"object\",\"string\",\"object\"]\n\"TypeError\" 2 [[3]] [\"1\",\"2\"] [3]\n300 \"RangeError\"\n[\"bottom\"]"
