//# async: await of values
let s = 0; for (let i = 0; i < 300; i++) s += await i; result = s;
//# async: await of promises
let s = 0; for (let i = 0; i < 200; i++) s += await Promise.resolve(i); result = s;
//# async: await of async functions
const f = async (x) => x + 1;
//:
let s = 0; for (let i = 0; i < 200; i++) s += await f(i); result = s;
//# async: functions in functions
const a = async (x) => x, b = async (x) => (await a(x)) + 1, c = async (x) => (await b(x)) + 1;
//:
let s = 0; for (let i = 0; i < 100; i++) s += await c(i); result = s;
//# async: Promise.all
const f = async (x) => x * 2;
//:
const all = await Promise.all(Array.from({ length: 200 }, (_, i) => f(i))); result = all[199];
//# async: then chains
let p = Promise.resolve(0); for (let i = 0; i < 200; i++) p = p.then((x) => x + 1); result = await p;
//# async: new Promise
let s = 0; for (let i = 0; i < 200; i++) s += await new Promise((resolve) => resolve(i)); result = s;
//# async: rejections caught
const f = async () => { throw 1; };
//:
let n = 0; for (let i = 0; i < 100; i++) try { await f(); } catch (e) { n += e; } result = n;
//# async: catch and finally
let n = 0; for (let i = 0; i < 100; i++) n += await Promise.reject(1).catch((x) => x).finally(() => {}); result = n;
//# async: generator, for await
async function* g(n) { for (let i = 0; i < n; i++) yield i; }
//:
let s = 0; for await (const x of g(150)) s += x; result = s;
//# async: for await of an array
const list = Array.from({ length: 150 }, (_, i) => i);
//:
let s = 0; for await (const x of list) s += x; result = s;
//# async: allSettled, race, any
let n = 0; for (let i = 0; i < 30; i++) { n += (await Promise.allSettled([1, Promise.reject(2), 3])).length; n += await Promise.race([1, 2]); n += await Promise.any([Promise.reject(1), 5]); } result = n;
//# async: methods of a class
class Api { constructor() { this.calls = 0; } async get(id) { this.calls++; return { id }; } async sum(n) { let s = 0; for (let i = 0; i < n; i++) s += (await this.get(i)).id; return s; } }
const api = new Api();
//:
result = await api.sum(150);
//# async: limited concurrency
const pool = async (tasks, limit) => { const results = []; let at = 0; const worker = async () => { while (at < tasks.length) { const i = at++; results[i] = await tasks[i](); } }; await Promise.all(Array.from({ length: limit }, worker)); return results; };
const tasks = Array.from({ length: 100 }, (_, i) => async () => i);
//:
result = (await pool(tasks, 5)).length;
//# async: many functions waiting
const gate = {}; const wait = async (p) => { await p; return 1; };
//:
const p = new Promise((r) => { gate.open = r; }); const all = []; for (let i = 0; i < 200; i++) all.push(wait(p)); gate.open(); result = (await Promise.all(all)).length;
//# async: queueMicrotask
let n = 0; for (let i = 0; i < 200; i++) queueMicrotask(() => { n++; }); await null; await null; result = n;
//# async: thenables
const later = { then(f) { f(2); } };
//:
let s = 0; for (let i = 0; i < 100; i++) s += await later; result = s;
//# async: reduce
const list = Array.from({ length: 100 }, (_, i) => i);
//:
result = await list.reduce(async (sum, x) => (await sum) + x, Promise.resolve(0));
