//! about = "what an iterator gives instead of a result is named; a generator that runs; properties that cannot be redefined"

async () => {
  const out = [];
  const said = async (run) => { try { await run(); out.push("no error"); } catch (error) { out.push(`${error.name}: ${error.message}`); } };
  const of = (value) => ({ [Symbol.iterator]: () => ({ next: () => value }) });
  const closed = (value) => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), return: () => value }) });
  await said(() => { for (const x of of(1)); });
  await said(() => { const [a] = of(undefined); });
  await said(() => [...of("ab")]);
  await said(() => { function* g() { yield* of(null); } g().next(); });
  await said(() => new Map(of(Symbol("q"))));
  await said(() => Array.from(of(5n)));
  await said(() => Math.max(...of(true)));
  await said(() => { const [a] = closed(4); });
  await said(() => { for (const a of closed("x")) break; });
  await said(() => Object.fromEntries(closed(4)));
  await said(async () => { for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => 7 }) }); });
  for (const method of ["next", "return", "throw"]) await said(() => { const it = (function* () { it[method](); })(); it.next(); });
  await said(() => { const it = (function* () { for (const x of it); })(); it.next(); });
  await said(() => Object.defineProperty(Object.freeze({ a: 1 }), "a", { value: 2 }));
  await said(() => Object.defineProperties(Object.freeze([1]), { 0: { value: 2 } }));
  await said(() => Object.defineProperty(Object.defineProperty({}, Symbol("s"), { value: 1 }), Symbol.iterator, { value: 1 }));
  return out;
}
//= result: [
//=   "TypeError: Iterator result 1 is not an object",
//=   "TypeError: Iterator result undefined is not an object",
//=   "TypeError: Iterator result ab is not an object",
//=   "TypeError: Iterator result null is not an object",
//=   "TypeError: Iterator result Symbol(q) is not an object",
//=   "TypeError: Iterator result 5 is not an object",
//=   "TypeError: Iterator result true is not an object",
//=   "TypeError: Iterator result of `return` is not an object",
//=   "TypeError: Iterator result of `return` is not an object",
//=   "TypeError: Iterator value is not an entry object: each item has to be a pair [key, value]",
//=   "TypeError: Iterator result 7 is not an object",
//=   "TypeError: Generator is already running",
//=   "TypeError: Generator is already running",
//=   "TypeError: Generator is already running",
//=   "TypeError: Generator is already running",
//=   "TypeError: Cannot redefine property: a",
//=   "TypeError: Cannot redefine property: 0",
//=   "no error",
//= ]
