// What a block declares with `using` is released however the block is left.
() => {
  let log = [];
  const opened = (name, error) => ({
    name,
    [Symbol.dispose]() { log.push(`-${this.name}`); if (error) throw new Error(error); },
  });
  const told = (error) => error instanceof SuppressedError ? [told(error.error), told(error.suppressed)] : `${error.name}: ${error.message}`;
  const results = {};
  const check = (name, run) => {
    log = [];
    let result;
    try { result = run(); } catch (error) { result = { threw: told(error) }; }
    results[name] = [result, log.join(" ")];
  };

  check("end of block", () => { { using a = opened("a"), b = opened("b"); using c = opened("c"); log.push("in"); } log.push("out"); });
  check("return", () => { using a = opened("a"); return log.push("value"); });
  check("throw", () => { using a = opened("a"); using b = opened("b"); throw new TypeError("body"); });
  check("nothing to release", () => { using a = null, b = undefined; return [a, b]; });
  check("break", () => { for (const n of [1, 2, 3]) { using a = opened(n); if (n === 2) break; } });
  check("continue", () => { for (let n = 0; n < 3; n++) { using a = opened(n); if (n === 1) continue; log.push(n); } });
  check("labels", () => {
    outer: for (const n of [1, 2, 3]) {
      using a = opened(`a${n}`);
      inner: { using b = opened(`b${n}`); for (;;) { using c = opened(`c${n}`); if (n === 1) continue outer; if (n === 2) break inner; break outer; } }
      log.push("after");
    }
  });
  check("while", () => { let n = 0; while (n++ < 2) { using a = opened(n); } do { using b = opened(`b${n}`); } while (n++ < 4); });
  check("for of", () => { for (using a of [opened(1), null, opened(2)]) log.push(a?.name ?? "none"); });
  check("for of, left", () => { for (using a of [opened(1), opened(2)]) { try { if (a.name === 1) continue; return a.name; } finally { log.push("finally"); } } });
  check("for of, closed behind", () => {
    const list = { [Symbol.iterator]: () => ({ next: () => ({ value: opened("a"), done: false }), return() { log.push("close"); return {}; } }) };
    for (using a of list) break;
    for (using a of list) throw new Error("body");
  });
  check("for of, no resource", () => {
    const list = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { log.push("close"); return {}; } }) };
    for (using a of list) log.push("never");
  });
  check("for", () => { let n = 0; for (using a = opened("a"), b = opened("b"); n < 2; n++) log.push(a.name + n); });
  check("for, thrown at the head", () => { for (using a = opened("a"), b = 5; ;) log.push("never"); });
  check("closures", () => { const seen = []; for (using a of [opened(1), opened(2)]) { using b = opened(a.name * 10); seen.push(() => a.name + b.name); } return seen.map((f) => f()); });
  check("inner and outer", () => { using a = opened("a"); { using a = opened("b"); { const a = "c"; log.push(a); } } });
  check("with try", () => { try { using a = opened("a"); throw new Error("body"); } catch (error) { using b = opened("b"); log.push(error.message); } finally { using c = opened("c"); log.push("finally"); } });
  check("switch", () => { switch (1) { case 1: { using a = opened("a"); break; } case 2: log.push("never"); } log.push("behind"); });
  check("this and arguments", function () { const f = function () { using a = opened("a"); return [this.x, arguments.length]; }; return f.call({ x: 1 }, 2, 3); });
  check("constructor", () => { class A { constructor() { using a = opened("a"); this.x = 1; } } class B extends A { constructor() { using b = opened("b"); super(); log.push("super"); } } return new B().x; });
  check("static block", () => { class A { static { using a = opened("a"); this.x = 1; log.push("static"); } } return A.x; });
  check("methods", () => { const o = { get x() { using a = opened("get"); return 1; }, m() { using a = opened("m"); return this.x; } }; return o.m(); });

  check("one error", () => { using a = opened("a", "of a"); using b = opened("b"); return 1; });
  check("error behind error", () => { using a = opened("a", "of a"); using b = opened("b", "of b"); throw new RangeError("body"); });
  check("error instead of a return", () => { try { using a = opened("a", "of a"); return 1; } catch (error) { return error.message; } });
  check("error instead of a break", () => { for (;;) { using a = opened("a", "of a"); break; } });
  check("not an object", () => { using a = opened("a"); using b = "text"; });
  check("no method", () => { using a = opened("a"); using b = {}; });
  check("method that is none", () => { using a = { [Symbol.dispose]: 1 }; });
  check("initializer throws", () => { using a = opened("a"), b = null.x; });
  check("assigned", () => { using a = opened("a"); try { a = 1; } catch (error) { return [error.name, a.name]; } });
  check("too early", () => { using a = opened("a"); b; using b = opened("b"); });
  check("method read once, at once", () => { let reads = 0; { using a = { get [Symbol.dispose]() { reads++; return () => {}; } }; log.push(reads); } return reads; });
  check("result does not matter", () => { using a = { [Symbol.dispose]: () => { log.push("-a"); return { then() { log.push("never"); } }; } }; return 1; });
  check("suppressed", () => {
    try { using a = opened("a", "of a"); throw 1; } catch (error) {
      return [error instanceof Error, error.constructor === SuppressedError, error.name, error.message, error.error.message, error.suppressed];
    }
  });

  const counted = function* () { using a = opened("a"); try { yield 1; using b = opened("b"); yield 2; } finally { log.push("finally"); } };
  check("generator", () => [...counted()]);
  check("generator, returned", () => { const g = counted(); g.next(); return [g.return(5).value, g.next().done]; });
  check("generator, thrown", () => { const g = counted(); g.next(); g.next(); g.throw(new Error("sent")); });
  check("generator, in a loop", () => { for (const n of counted()) break; });
  check("generator as resource", () => { using g = counted(); return g.next().value; });
  check("iterator as resource", () => { using i = { __proto__: Iterator.prototype, next() {}, return() { log.push("return"); return 1; } }; using none = [].values(); });
  check("yield in a list", () => { const g = (function* () { for (using a of [opened(1), opened(2)]) yield a.name; })(); const first = g.next().value; log.push("between"); return [first, ...g]; });
  check("recursion", () => { const f = (n) => { using a = opened(n); return n && f(n - 1) + 1; }; return f(3); });
  return results;
}
//= result: {
//=   "end of block": [undefined, "in -c -b -a out"],
//=   return: [1, "value -a"],
//=   throw: [{ threw: "TypeError: body" }, "-b -a"],
//=   "nothing to release": [[null, undefined], ""],
//=   break: [undefined, "-1 -2"],
//=   continue: [undefined, "0 -0 -1 2 -2"],
//=   labels: [undefined, "-c1 -b1 -a1 -c2 -b2 after -a2 -c3 -b3 -a3"],
//=   while: [undefined, "-1 -2 -b3 -b4"],
//=   "for of": [undefined, "1 -1 none 2 -2"],
//=   "for of, left": [2, "finally -1 finally -2"],
//=   "for of, closed behind": [{ threw: "Error: body" }, "-a close -a close"],
//=   "for of, no resource": [{ threw: "TypeError: An object is expected with `using` declarations" }, "close"],
//=   for: [undefined, "a0 a1 -b -a"],
//=   "for, thrown at the head": [{ threw: "TypeError: An object is expected with `using` declarations" }, "-a"],
//=   closures: [[11, 22], "-10 -1 -20 -2"],
//=   "inner and outer": [undefined, "c -b -a"],
//=   "with try": [undefined, "-a body -b finally -c"],
//=   switch: [undefined, "-a behind"],
//=   "this and arguments": [[1, 2], "-a"],
//=   constructor: [1, "-a super -b"],
//=   "static block": [1, "static -a"],
//=   methods: [1, "-get -m"],
//=   "one error": [{ threw: "Error: of a" }, "-b -a"],
//=   "error behind error": [{ threw: ["Error: of a", ["Error: of b", "RangeError: body"]] }, "-b -a"],
//=   "error instead of a return": ["of a", "-a"],
//=   "error instead of a break": [{ threw: "Error: of a" }, "-a"],
//=   "not an object": [{ threw: "TypeError: An object is expected with `using` declarations" }, "-a"],
//=   "no method": [{ threw: "TypeError: Symbol(Symbol.dispose) is not a function" }, "-a"],
//=   "method that is none": [{ threw: "TypeError: Symbol(Symbol.dispose) is not a function" }, ""],
//=   "initializer throws": [{ threw: "TypeError: Cannot read properties of null (reading 'x')" }, "-a"],
//=   assigned: [["TypeError", "a"], "-a"],
//=   "too early": [{ threw: "ReferenceError: Cannot access 'b' before initialization" }, "-a"],
//=   "method read once, at once": [1, "1"],
//=   "result does not matter": [1, "-a"],
//=   suppressed: [
//=     [true, true, "SuppressedError", "An error was suppressed during disposal", "of a", 1],
//=     "-a",
//=   ],
//=   generator: [[1, 2], "-b finally -a"],
//=   "generator, returned": [[5, true], "finally -a"],
//=   "generator, thrown": [{ threw: "Error: sent" }, "-b finally -a"],
//=   "generator, in a loop": [undefined, "finally -a"],
//=   "generator as resource": [1, "finally -a"],
//=   "iterator as resource": [undefined, "return"],
//=   "yield in a list": [[1, 2], "between -1 -2"],
//=   recursion: [3, "-0 -1 -2 -3"],
//= }
