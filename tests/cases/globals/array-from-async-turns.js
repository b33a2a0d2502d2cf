//! about = "`Array.fromAsync` takes as many turns as elsewhere, and asks its argument in the same order"

async () => {
  const r = {};
  const run = async (make) => { const l = []; make().then((v) => l.push("f" + JSON.stringify(v)), (e) => l.push("e" + e)); let p = Promise.resolve(); for (let i = 0; i < 14; i++) p = p.then(() => l.push(i)); for (let i = 0; i < 24; i++) await 0; return l.join(" ") };
  r.t1 = await run(() => Array.fromAsync([1, 2]));
  r.t2 = await run(() => Array.fromAsync([Promise.resolve(1)]));
  r.t3 = await run(() => Array.fromAsync([1, 2], (x) => x * 2));
  r.t4 = await run(() => Array.fromAsync([1, 2], async (x) => x * 2));
  r.t5 = await run(() => Array.fromAsync({ length: 2, 0: 1, 1: Promise.resolve(3) }));
  r.t6 = await run(() => Array.fromAsync({ length: 2, 0: 1, 1: 2 }, (x, i) => x + i));
  r.t7 = await run(() => Array.fromAsync((async function* () { yield 1; yield 2 })()));
  r.t8 = await run(() => Array.fromAsync(null));
  r.t9 = await run(() => Array.fromAsync([1], 5));
  r.t10 = await run(() => Array.fromAsync([]));
  r.t11 = await run(() => Array.fromAsync([1, 2], () => { throw "m" }));
  r.t13 = await run(() => Array.fromAsync("añ😀"));
  r.t14 = await run(() => Array.fromAsync(new Set([1])));
  r.t15 = await run(() => Array.fromAsync(5));
  r.t17 = await run(() => Array.fromAsync.call(function (n) { this.n = n ?? "none" }, { length: 1, 0: 7 }));
  r.t18 = await run(() => Array.fromAsync.call(function (n) { this.n = n ?? "none" }, [7]));
  r.order = await (async () => { const log = []; const items = new Proxy({ length: 1, 0: 1 }, { get: (t, k) => { log.push(String(k)); return t[k]; } }); await Array.fromAsync(items); return log; })();
  r.closed = await (async () => { const log = []; const items = { [Symbol.iterator]() { let n = 0; return { next() { log.push('next'); return { value: n, done: n++ > 1 }; }, return() { log.push('return'); return {}; } }; } }; await Array.fromAsync(items); try { await Array.fromAsync(items, () => { throw 1; }); } catch (e) { log.push(e); } return log; })();
  r.thenable = await run(() => Array.fromAsync([{ then(go) { go(1); } }]));
  return r;
}
//= result: {
//=   t1: "0 1 2 3 4 5 f[1,2] 6 7 8 9 10 11 12 13",
//=   t2: "0 1 2 3 f[1] 4 5 6 7 8 9 10 11 12 13",
//=   t3: "0 1 2 3 4 5 6 7 f[2,4] 8 9 10 11 12 13",
//=   t4: "0 1 2 3 4 5 6 7 f[2,4] 8 9 10 11 12 13",
//=   t5: "0 1 f[1,3] 2 3 4 5 6 7 8 9 10 11 12 13",
//=   t6: "0 1 2 3 f[1,3] 4 5 6 7 8 9 10 11 12 13",
//=   t7: "0 1 2 3 4 f[1,2] 5 6 7 8 9 10 11 12 13",
//=   t8: "eTypeError: Cannot read properties of null (reading 'Symbol(Symbol.asyncIterator)') 0 1 2 3 4 5 6 7 8 9 10 11 12 13",
//=   t9: "eTypeError: 5 is not a function 0 1 2 3 4 5 6 7 8 9 10 11 12 13",
//=   t10: "0 1 f[] 2 3 4 5 6 7 8 9 10 11 12 13",
//=   t11: "0 1 2 em 3 4 5 6 7 8 9 10 11 12 13",
//=   t13: "0 1 2 3 4 5 6 7 f[\"a\",\"ñ\",\"😀\"] 8 9 10 11 12 13",
//=   t14: "0 1 2 3 f[1] 4 5 6 7 8 9 10 11 12 13",
//=   t15: "f[] 0 1 2 3 4 5 6 7 8 9 10 11 12 13",
//=   t17: "0 f{\"0\":7,\"n\":1,\"length\":1} 1 2 3 4 5 6 7 8 9 10 11 12 13",
//=   t18: "0 1 2 3 f{\"0\":7,\"n\":\"none\",\"length\":1} 4 5 6 7 8 9 10 11 12 13",
//=   order: ["Symbol(Symbol.asyncIterator)", "Symbol(Symbol.iterator)", "length", "0"],
//=   closed: ["next", "next", "next", "next", "return", 1],
//=   thenable: "0 1 2 3 4 f[1] 5 6 7 8 9 10 11 12 13",
//= }
