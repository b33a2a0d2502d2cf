async () => {
  const log = [];
  const say = (x) => log.push(x);
  const tick = (name, n) => { let p = Promise.resolve(); for (let i = 0; i < n; i++) p = p.then(() => say(name + i)); return p; };
  // 1 plain values, promises, thenables
  const t1 = tick('a', 8);
  const f1 = async () => { say('f1 ' + (await 1)); say('f1 ' + (await Promise.resolve(2))); say('f1 ' + (await { then(r) { say('then called'); r(3); } })); say('f1 ' + (await { then: 5 }).then); return 'f1 done'; };
  say(await Promise.all([f1(), t1]).then((x) => x[0])); 
  // 2 nested async functions returning promises
  const t2 = tick('b', 10);
  const inner = async (x) => { await null; return x; };
  const outer = async () => { say('o1'); const r = await inner(1); say('o2'); return inner(r + 1); };
  const outer2 = async () => inner('direct');
  const r2 = outer().then((v) => say('outer ' + v)); const r3 = outer2().then((v) => say('outer2 ' + v));
  await Promise.all([t2, r2, r3]);
  // 3 rejections
  const t3 = tick('c', 8);
  const bad = async () => { throw new Error('bad'); };
  const f3 = async () => { try { await bad(); } catch (e) { say('caught ' + e.message); } try { await Promise.reject(7); } catch (e) { say('caught ' + e); } try { await { then(_, j) { j(8); } }; } catch (e) { say('caught ' + e); } try { await { get then() { throw 9; } }; } catch (e) { say('caught ' + e); } finally { say('fin'); } return await bad().catch(() => 'recovered'); };
  say(await f3()); await t3;
  // 4 async generators and for await
  const t4 = tick('d', 25);
  async function* g() { say('g0'); const x = yield 1; say('g got ' + x); try { yield Promise.resolve(2); yield inner(3); } finally { say('g fin'); await null; say('g fin2'); } }
  const it = g();
  const many = [it.next('n0'), it.next('n1'), it.next('n2'), it.return('ret'), it.next('late')].map((p, i) => p.then((v) => say('q' + i + JSON.stringify(v))));
  await Promise.all(many);
  for await (const v of g()) { say('fa ' + v); if (v === 2) break; }
  for await (const v of [Promise.resolve('s1'), 's2', inner('s3')]) say('fs ' + v);
  try { for await (const v of [1, Promise.reject('fr')]) say('fr ' + v); } catch (e) { say('for await threw ' + e); }
  async function* thrower() { try { yield 1; throw new Error('gen'); } finally { say('thrower fin'); } }
  try { for await (const v of thrower()) say('th ' + v); } catch (e) { say('th caught ' + e.message); }
  async function* deleg() { const r = yield* g(); say('deleg ' + r); yield* ['x', Promise.resolve('y')]; }
  for await (const v of deleg()) say('dg ' + v);
  await t4;
  // 5 subclass and species
  class P extends Promise { constructor(f) { super(f); say('P made'); } static get [Symbol.species]() { say('species'); return Promise; } then(a, b) { say('P.then'); return super.then(a, b); } }
  const t5 = tick('e', 12);
  const p = P.resolve(5); say(await p); say((p.then(() => 1)) instanceof P); say(await new P((r) => r(inner(6))));
  say(String(await P.all([1, p, inner(2)])));
  const np = Promise.resolve(p); say(np === p); say(await np); await t5;
  // 6 own constructor property, own then
  const t6 = tick('f', 12);
  const o = Promise.resolve('own'); Object.defineProperty(o, 'constructor', { get() { say('ctor read'); return Promise; } }); say(await o);
  const o2 = Promise.resolve('own2'); o2.constructor = Object; say(await o2);
  const o3 = Promise.resolve('own3'); o3.then = function (a, b) { say('own then'); return Promise.prototype.then.call(this, a, b); }; say(await o3); say(String(await Promise.all([o3, 1]))); 
  const wrap = async () => o3; say(await wrap()); await t6;
  const o4 = Promise.resolve('x'); Object.defineProperty(o4, 'constructor', { get() { throw 'ctor threw'; } }); try { await o4; } catch (e) { say(e); } try { o4.then(() => 1); } catch (e) { say('then ' + e); } await Promise.all([o4]).catch((e) => say('all ' + e));
  const wrap4 = async () => o4; await wrap4().catch((e) => say('wrap4 ' + e));
  // 7 all, allSettled, any, race, finally, withResolvers, try
  const t7 = tick('g', 20);
  say(JSON.stringify(await Promise.all([]))); say(JSON.stringify(await Promise.all(new Set([1, inner(2), { then(r) { r(3); r(4); } }]))));
  await Promise.all([1, Promise.reject('r1'), Promise.reject('r2')]).catch((e) => say('all rej ' + e));
  say(JSON.stringify(await Promise.allSettled([1, Promise.reject('r'), inner(3)]))); say(await Promise.any([Promise.reject(1), inner('any')])); await Promise.any([Promise.reject(1)]).catch((e) => say(e.constructor.name + e.errors)); say(await Promise.race([inner('slow'), 'fast']));
  Promise.resolve(1).finally(() => say('fin1')).then((v) => say('fin v' + v)); Promise.reject(2).finally(() => inner()).catch((v) => say('fin c' + v)); Promise.resolve().finally(() => { throw 3; }).catch((v) => say('fin t' + v));
  await Promise.all((function* () { yield 1; throw 'iter'; })()).catch((e) => say('iter ' + e));
  await Promise.all(5).catch((e) => say(e.constructor.name)); 
  let res; const self = new Promise((r) => { res = r; }); res(self); await self.catch((e) => say(e.constructor.name + ': ' + e.message));
  let r1, j1; const once = new Promise((r, j) => { r1 = r; j1 = j; }); r1(inner('once')); j1('no'); r1('no'); say(await once);
  new Promise((r, j) => { r(1); throw 2; }).then(say); say(await new Promise((_, j) => j('j')).then(1, (e) => e));
  say(r1.length + r1.name + typeof r1.prototype); 
  queueMicrotask(() => say('micro')); await null; say('after micro'); await t7;
  // 8 patched then
  const original = Promise.prototype.then; let count = 0;
  Promise.prototype.then = function (a, b) { count++; return original.call(this, a, b); };
  say(await Promise.resolve('patched')); const w8 = async () => Promise.resolve('w8'); say(await w8()); say(String(await Promise.all([Promise.resolve(1), 2]))); say('count ' + count);
  Promise.prototype.then = original;
  const sp = Object.getOwnPropertyDescriptor(Promise, Symbol.species); 
  Object.defineProperty(Promise, Symbol.species, { get() { say('sp'); return sp.get.call(this); }, configurable: true });
  await Promise.all([Promise.resolve(1)]); await w8(); Promise.resolve().then(() => 1); Object.defineProperty(Promise, Symbol.species, sp);
  const oresolve = Promise.resolve; Promise.resolve = function (x) { say('resolve ' + x); return oresolve.call(this, x); }; await Promise.all([1, 2]); await 3; Promise.resolve = oresolve;
  Array.prototype.then = function (r) { say('array then'); r('from array'); }; say(await Promise.all([1])); delete Array.prototype.then;
  // 9 interleaving of two async loops, deep recursion of awaits
  const loop = async (n, k) => { for (let i = 0; i < k; i++) { await (i % 2 ? i : Promise.resolve(i)); say(n + i); } }; await Promise.all([loop('L', 5), loop('M', 5), loop('N', 3)]);
  const rec = async (n) => (n ? (await rec(n - 1)) + 1 : 0); say(await rec(50));
  const arrow = async (a, b = await_default()) => a + b; function await_default() { say('default'); return 1; } say(await arrow(1));
  const thr = async ({ a }) => a; await thr().catch((e) => say(e.constructor.name));
  class K { async m() { await null; return this.v; } v = 5; static async *s() { yield* [1, 2]; } } say(await new K().m()); for await (const x of K.s()) say('K' + x);
  // 10 try/finally with await and return override, labelled continue
  const tf = async () => { try { return await inner('t'); } finally { await null; say('tf'); } }; say(await tf());
  const tf2 = async () => { out: for (const i of [1, 2, 3]) { for await (const j of [1, 2]) { if (j === 2) continue out; say('lab' + i + j); } } }; await tf2();
  return log.join('\n');
}
