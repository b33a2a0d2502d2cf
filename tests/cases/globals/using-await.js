// `await using`: what is released is waited for, as often as the standard says.
async () => {
  let log = [];
  const opened = (name, error) => ({
    async [Symbol.asyncDispose]() { log.push(`-${name}`); await null; log.push(`--${name}`); if (error) throw new Error(error); },
  });
  const simple = (name, error) => ({ [Symbol.dispose]() { log.push(`-${name}`); if (error) throw new Error(error); } });
  const told = (error) => error instanceof SuppressedError ? [told(error.error), told(error.suppressed)] : `${error.name}: ${error.message}`;
  const results = {};
  const check = async (name, run) => {
    log = [];
    let result;
    let isOver = false;
    (async () => { for (let n = 1; !isOver && n < 20; n++) { await null; log.push(n); } })();
    try { result = await run(); } catch (error) { result = { threw: told(error) }; }
    isOver = true;
    await null;
    results[name] = [result, log.join(" ")];
  };

  await check("block", async () => { { await using a = opened("a"); log.push("in"); } log.push("out"); });
  await check("two", async () => { { await using a = opened("a"), b = opened("b"); } log.push("out"); });
  await check("mixed", async () => { { using a = simple("a"); await using b = opened("b"); using c = simple("c"); } log.push("out"); });
  await check("synchronous method", async () => { { await using a = simple("a"); } log.push("out"); });
  await check("null", async () => { { await using a = null; } log.push("out"); });
  await check("null between", async () => { { using a = simple("a"); await using b = null; using c = simple("c"); await using d = undefined; } log.push("out"); });
  await check("null after a wait", async () => { { await using a = null; await using b = opened("b"); using c = simple("c"); } log.push("out"); });
  await check("not come to", async () => { { if (log) log.push("in"); } x: { break x; await using a = null; } log.push("out"); });
  await check("no wait without", async () => { { using a = simple("a"); } log.push("out"); });
  await check("plain value", async () => { { await using a = { [Symbol.asyncDispose]: () => 1 }; } log.push("out"); });
  await check("thenable", async () => { { await using a = { [Symbol.asyncDispose]: () => ({ then(good) { log.push("then"); good(); } }) }; } log.push("out"); });
  await check("promise of a synchronous method", async () => { { await using a = { [Symbol.dispose]: () => new Promise(() => {}) }; } log.push("out"); });
  await check("falls back", async () => { { await using a = { [Symbol.asyncDispose]: null, [Symbol.dispose]() { log.push("-a"); } }; } });
  await check("return", async () => { await using a = opened("a"); return log.push("value"); });
  await check("returned promise", async () => { await using a = opened("a"); return (async () => { log.push("inner"); return 1; })(); });
  await check("break and continue", async () => { for (const n of [1, 2, 3]) { await using a = opened(n); if (n === 1) continue; break; } });
  await check("for of", async () => { for (await using a of [opened("a"), simple("b"), null]) log.push("in"); });
  await check("for await", async () => { for await (using a of [simple("a"), Promise.resolve(simple("b"))]) log.push("in"); for await (await using a of [opened("c")]) log.push("in"); });
  await check("for", async () => { let n = 0; for (await using a = opened("a"); n < 2; n++) log.push("in"); });
  await check("errors", async () => { await using a = opened("a", "of a"); using b = simple("b", "of b"); await using c = simple("c", "of c"); throw new TypeError("body"); });
  await check("error of a synchronous method", async () => { try { await using a = simple("a", "of a"); } catch (error) { log.push("caught"); return error.message; } });
  await check("error of a wait", async () => { const p = Promise.resolve(); Object.defineProperty(p, "constructor", { get() { throw new Error("of the promise"); } }); await using a = opened("a"); await using b = { [Symbol.asyncDispose]: () => p }; });
  await check("not an object", async () => { await using a = opened("a"); await using b = 1; });
  await check("no method", async () => { await using a = {}; });
  await check("method that is none", async () => { await using a = { [Symbol.asyncDispose]: 1 }; });
  await check("awaited at the head", async () => { await using a = await opened("a"); });

  const pages = async function* () { await using a = opened("a"); try { yield 1; using b = simple("b"); yield 2; } finally { log.push("finally"); } };
  await check("generator", async () => { for await (const n of pages()) log.push(`got ${n}`); });
  await check("generator, left", async () => { for await (const n of pages()) break; });
  await check("generator, returned", async () => { const g = pages(); await g.next(); return (await g.return(5)).value; });
  await check("generator, thrown", async () => { const g = pages(); await g.next(); await g.throw(new Error("sent")); });
  await check("generator, asked ahead", async () => { const g = pages(); return (await Promise.all([g.next(), g.next(), g.next(), g.next()])).map((step) => step.value ?? step.done); });
  await check("generator as resource", async () => { await using g = pages(); return (await g.next()).value; });
  await check("iterator as resource", async () => { const proto = Object.getPrototypeOf(Object.getPrototypeOf(pages.prototype)); await using i = { __proto__: proto, async return() { log.push("return"); return 1; } }; await using none = { __proto__: proto }; });
  return results;
}
//= result: {
//=   block: [undefined, "in -a 1 --a 2 out 3 4"],
//=   two: [undefined, "-b 1 --b 2 -a 3 --a 4 out 5 6"],
//=   mixed: [undefined, "-c -b 1 --b 2 -a out 3 4"],
//=   "synchronous method": [undefined, "-a 1 out 2 3"],
//=   null: [undefined, "1 out 2 3"],
//=   "null between": [undefined, "1 -c 2 -a out 3 4"],
//=   "null after a wait": [undefined, "-c -b 1 --b 2 out 3 4"],
//=   "not come to": [undefined, "in out 1 2"],
//=   "no wait without": [undefined, "-a out 1 2"],
//=   "plain value": [undefined, "1 out 2 3"],
//=   thenable: [undefined, "1 then 2 out 3 4"],
//=   "promise of a synchronous method": [undefined, "1 out 2 3"],
//=   "falls back": [undefined, "-a 1 2 3"],
//=   return: [1, "value -a 1 --a 2 3 4"],
//=   "returned promise": [1, "inner -a 1 --a 2 3 4 5 6"],
//=   "break and continue": [undefined, "-1 1 --1 2 -2 3 --2 4 5 6"],
//=   "for of": [undefined, "in -a 1 --a 2 in -b 3 in 4 5 6"],
//=   "for await": [undefined, "1 2 in -a 3 4 in -b 5 6 7 8 in -c 9 --c 10 11 12 13 14"],
//=   for: [undefined, "in in -a 1 --a 2 3 4"],
//=   errors: [
//=     { threw: ["Error: of a", ["Error: of b", ["Error: of c", "TypeError: body"]]] },
//=     "-c 1 -b -a 2 --a 3 4 5",
//=   ],
//=   "error of a synchronous method": ["of a", "-a 1 caught 2 3"],
//=   "error of a wait": [{ threw: "Error: of the promise" }, "-a 1 --a 2 3 4"],
//=   "not an object": [
//=     { threw: "TypeError: An object is expected with `using` declarations" },
//=     "-a 1 --a 2 3 4",
//=   ],
//=   "no method": [{ threw: "TypeError: Symbol(Symbol.dispose) is not a function" }, "1 2"],
//=   "method that is none": [{ threw: "TypeError: Symbol(Symbol.asyncDispose) is not a function" }, "1 2"],
//=   "awaited at the head": [undefined, "1 -a 2 --a 3 4 5"],
//=   generator: [undefined, "1 2 got 1 3 4 got 2 -b finally -a 5 --a 6 7 8 9"],
//=   "generator, left": [undefined, "1 2 3 finally -a 4 --a 5 6 7 8"],
//=   "generator, returned": [5, "1 2 3 finally -a 4 --a 5 6 7 8"],
//=   "generator, thrown": [{ threw: "Error: sent" }, "1 2 finally -a 3 --a 4 5 6 7"],
//=   "generator, asked ahead": [[1, 2, true, true], "1 2 -b finally -a 3 --a 4 5 6 7 8"],
//=   "generator as resource": [1, "1 2 3 finally -a 4 --a 5 6 7 8 9"],
//=   "iterator as resource": [undefined, "1 return 2 3 4 5"],
//= }
