//! about = "what try, catch and finally end with, how loops close iterators, and generators that are left"

async () => {
  const out = {};
  const T = (name, f) => { try { out[name] = f(); if (out[name] === undefined) out[name] = 'undefined' } catch (e) { out[name] = 'threw ' + (e && e.name ? e.name + e.message : String(e)); } };
  const A = async (name, f) => { try { out[name] = await f(); if (out[name] === undefined) out[name] = 'undefined' } catch (e) { out[name] = 'threw ' + (e && e.name ? e.name + e.message : String(e)); } };
  T('catch throw finally return', () => { try { throw 1 } catch { throw 2 } finally { return 3 } });
  T('break out', () => { a: try { throw 1 } catch { throw 2 } finally { break a } return 4 });
  T('break takes back return', () => { a: try { return 1 } finally { break a } });
  T('continue takes back return', () => { let n = 0; for (; n < 3; n++) try { return 'r' } finally { continue } return n });
  T('do while continue', () => { let n = 0; do { try { return 'r' } finally { n++; continue } } while (n < 3); return n });
  T('nested catch in finally', () => { try { throw 1 } catch (e) { throw e } finally { try { JSON.parse("{") } catch {} } });
  T('nested2', () => { try { throw 1 } finally { try { throw 2 } catch {} } });
  T('nested3', () => { const inner = () => { try { throw 2 } catch (e) {} }; try { throw 1 } catch (e) { throw e } finally { inner() } });
  T('return through', () => { const l = []; const f = () => { try { return l.push('t') } finally { l.push('f') } }; const r = f(); return [r, l] });
  T('return overwritten', () => { let x = 1; const f = () => { try { return x } finally { x = 2 } }; return [f(), x] });
  T('finally throws over return', () => { try { return 1 } finally { throw 5 } });
  T('finally throws over throw', () => { try { throw 1 } finally { throw 5 } });
  T('deep', () => { const l = []; const f = () => { try { try { try { throw 'x' } finally { l.push(1) } } finally { l.push(2); try { return 'y' } finally { l.push(3) } } } finally { l.push(4) } }; return [f(), l] });
  T('loops', () => { const l = []; outer: for (const a of [1, 2, 3]) { for (const b of [1, 2]) { try { if (b == 1) continue; if (a == 2) continue outer; if (a == 3) break outer; l.push(a, b) } finally { l.push('f' + a + b) } } } return l });
  T('for in inner throw', () => { const l = []; for (const x of [1, 2, 3]) { try { for (const k in { a: 1, b: 2 }) throw k } catch (e) { l.push(x, e) } } return l });
  const it = (n, log, ret) => ({ [Symbol.iterator]() { let i = 0; return { next() { log.push(n + 'next'); return { value: i++, done: i > 3 } }, return() { log.push(n + 'return'); return ret ? ret() : {} } } } });
  T('labelled break closes both', () => { const l = []; o: for (const a of it('a', l)) for (const b of it('b', l)) break o; return l });
  T('labelled continue closes inner', () => { const l = []; o: for (const a of it('a', l)) for (const b of it('b', l)) continue o; return l });
  T('return closes both', () => { const l = []; const f = () => { for (const a of it('a', l)) for (const b of it('b', l)) return 'v' }; return [f(), l] });
  T('return in return throws', () => { const l = []; const f = () => { for (const a of it('a', l)) for (const b of it('b', l, () => { throw 'ret' })) return 'v' }; try { f() } catch (e) { l.push(e) } return l });
  T('return in return throws caught', () => { const l = []; const f = () => { for (const a of it('a', l)) try { for (const b of it('b', l, () => { throw 'ret' })) return 'v' } catch (e) { l.push(e) } }; l.push(f()); return l });
  T('block label', () => { const l = []; o: { for (const b of it('b', l)) break o } return l });
  T('switch', () => { const l = []; for (const b of it('b', l)) { switch (b) { case 0: continue; case 1: break; default: return l } l.push(b) } return l });
  T('next throws in pattern', () => { const l = []; const bad = { [Symbol.iterator]() { return { next() { throw 'bad' }, return() { l.push('wrong') } } } }; try { for (const a of it('a', l)) { const [x] = bad } } catch (e) { l.push(e) } return l });
  T('next throws in loop', () => { const l = []; const bad = { [Symbol.iterator]() { return { next() { throw 'bad' }, return() { l.push('wrong') } } } }; try { for (const a of it('a', l)) { for (const x of bad); } } catch (e) { l.push(e) } return l });
  T('value throws', () => { const l = []; const bad = { [Symbol.iterator]() { return { next() { return { done: false, get value() { throw 'val' } } }, return() { l.push('wrong') } } } }; try { for (const a of it('a', l)) { for (const x of bad); } } catch (e) { l.push(e) } try { for (const a of it('a', l)) { [l.z] = bad } } catch (e) { l.push(e) } return l });
  T('done throws', () => { const l = []; const bad = { [Symbol.iterator]() { return { next() { return { get done() { throw 'val' } } }, return() { l.push('wrong') } } } }; try { for (const a of it('a', l)) { for (const x of bad); } } catch (e) { l.push(e) } try { for (const a of it('a', l)) { [l.z] = bad } } catch (e) { l.push(e) } return l });
  T('finally in loop with return', () => { const l = []; const f = () => { for (const a of it('a', l)) { try { return a } finally { l.push('f'); if (a < 1) continue } } return 'end' }; return [f(), l] });
  T('call args', () => { const l = []; for (let i = 0; i < 3; i++) try { Math.max(1, 2, (() => { throw i })()) } catch (e) { l.push(e) } return l });
  T('closing throws through try', () => { const l = []; const f = () => { for (const a of it('a', l, () => { throw 'ret' })) { try { return 3 } catch (e) { l.push('caught ' + e) } } }; try { f() } catch (e) { l.push('out ' + e) } return l });
  T('closing throws through try, break', () => { const l = []; try { o: for (const a of [1]) for (const b of it('b', l, () => { throw 'ret' })) { try { break o } catch (e) { l.push('caught ' + e) } } } catch (e) { l.push('out ' + e) } return l });
  T('closing throws into try', () => { const l = []; for (const b of it('b', l)) { try { for (const c of it('c', l, () => { throw 'ret' })) { try { continue } finally { break } } } catch (e) { l.push('caught ' + e); return l } } });
  T('jumps through two', () => { const l = []; const f = c => { s: try { try { if (c === 0) break s; if (c === 1) return 'r1' } finally { l.push('i'); if (c === 2) return 'r2' } } finally { l.push('o') } return 'end' }; return [f(0), f(1), f(2), f(3), l] });
  T('jumps through three', () => { const l = []; const f = c => { for (let i = 0; i < 2; i++) { try { try { try { if (c === 0) break; if (c === 1) continue; if (c === 2) return 'r' } finally { l.push(1); if (c === 3) return 's' } if (c === 4) break } finally { l.push(2); if (c === 5) continue } if (c === 6) return 't' } finally { l.push(3) } } return 'end' }; return [[0, 1, 2, 3, 4, 5, 6].map(f), l] });
  await A('async f', async () => { try { throw 1 } catch { throw 2 } finally { return 3 } });
  await A('async await in finally', async () => { try { throw 1 } finally { await 0 } });
  await A('async await in finally 2', async () => { try { throw 1 } catch (e) { throw e } finally { await 0; try { await Promise.reject(3) } catch {} } });
  await A('async return await', async () => { try { return await 5 } finally { await 1 } });
  await A('async return in for await', async () => { const l = []; const ai = { [Symbol.asyncIterator]() { return { next() { return { value: 1, done: false } }, async return() { l.push('ret'); return {} } } } }; const f = async () => { for await (const x of ai) return 'v' }; return [await f(), l] });
  await A('async break', async () => { a: try { return 1 } finally { await 0; break a } });
  await A('async catch', async () => { let r = []; for (let i = 0; i < 3; i++) { try { await (async () => { throw i })() } catch (e) { r.push(e); continue } finally { r.push('f'); await 0 } } return r });
  await A('async throw in catch', async () => { try { await Promise.reject(1) } catch (e) { throw e + 1 } finally { try { await Promise.reject(2) } catch {} } });
  // generators
  T('gen return', () => { const l = []; function* g() { try { yield 1; yield 2 } finally { l.push('f') } } const i = g(); return [i.next(), i.return(7), i.next(), l] });
  T('gen return finally yields', () => { function* g() { try { yield 1 } finally { yield 2; yield 3 } } const i = g(); return [i.next(), i.return(7), i.next(), i.next(), i.next()] });
  T('gen return finally delegates', () => { function* h() { yield 'a'; yield 'b' } function* g() { try { yield 1 } finally { yield* h() } } const i = g(); return [i.next(), i.return(7), i.next(), i.next(), i.next()] });
  T('gen return finally break', () => { function* g() { a: try { yield 1 } finally { break a } } const i = g(); return [i.next(), i.return(7), i.next()] });
  T('gen return finally break go on', () => { function* g() { a: try { yield 1 } finally { break a } yield 2; } const i = g(); return [i.next(), i.return(7), i.next()] });
  T('gen return finally return', () => { function* g() { try { yield 1 } finally { return 2 } } const i = g(); return [i.next(), i.return(7), i.next()] });
  T('gen return finally throw', () => { function* g() { try { yield 1 } finally { throw 2 } } const i = g(); i.next(); return i.return(7) });
  T('gen return catch not run', () => { const l = []; function* g() { try { try { yield 1 } catch (e) { l.push('c') } finally { l.push('f'); try { throw 1 } catch {} } } finally { l.push('g') } } const i = g(); return [i.next(), i.return(7), i.next(), l] });
  T('gen return in for of', () => { const l = []; function* g() { for (const a of it('a', l)) for (const b of it('b', l)) yield b } const i = g(); return [i.next(), i.return(7), i.next(), l] });
  T('gen return in for of, closing throws', () => { const l = []; function* g() { for (const a of it('a', l)) for (const b of it('b', l, () => { throw 'r' })) yield b } const i = g(); i.next(); try { i.return(7) } catch (e) { l.push(e) } return l });
  T('gen return in pattern', () => { const l = []; function* g() { for (const a of it('a', l)) { let [x, y = yield 1] = it('b', l) ; [x = yield 4] = [undefined]; } } const i = g(); return [i.next(), i.return(7), i.next(), l] });
  T('gen return in pattern2', () => { const l = []; function* g() { let x; [x = yield] = { [Symbol.iterator]() { return { next() { return { done: false } }, return() { l.push('ret'); return {} } } } } } const i = g(); return [i.next(), i.return(7), i.next(), l] });
  T('gen return in pattern3', () => { const l = []; function* g() { let x; [x = yield] = { [Symbol.iterator]() { return { next() { return { done: false } }, return() { l.push('ret'); throw 'E' } } } } } const i = g(); i.next(); try { i.return(7) } catch (e) { l.push(e) } return l });
  T('gen return in args', () => { const l = []; function* g() { try { Math.max(1, 2, yield 3) } finally { l.push('f'); yield 4 } } const i = g(); return [i.next(), i.return(7), i.next(), l] });
  T('delegated return in for of with finally', () => { const l = []; function* h() { try { yield 1; yield 2 } finally { l.push('hf') } } function* g() { for (const a of it('a', l)) try { yield* h() } finally { l.push('gf') } } const i = g(); return [i.next(), i.return(7), i.next(), l] });
  T('delegated return continue', () => { const l = []; function* h() { try { yield 1; yield 2 } finally { l.push('hf') } } function* g() { for (const a of it('a', l)) try { yield* h() } finally { l.push('gf'); continue } } const i = g(); return [i.next(), i.return(7), i.return(8), i.next(), i.next(), i.next(), i.next(), l] });
  T('delegated throw', () => { const l = []; function* h() { try { yield 1; yield 2 } catch (e) { l.push(e); yield 'c' } } function* g() { for (const a of it('a', l)) try { yield* h() } finally { l.push('gf') } } const i = g(); const r = [i.next(), i.throw(7)]; try { i.throw(8) } catch (e) { l.push(e) } return [r, l] });
  T('delegate without throw', () => { const l = []; function* g() { yield* it('a', l) } const i = g(); i.next(); try { i.throw(1) } catch (e) { l.push(e instanceof TypeError) } return l });
  T('delegate without return', () => { const l = []; function* g() { try { yield* { [Symbol.iterator]() { return { next() { return { value: 1, done: false } } } } } } finally { l.push('f') } } const i = g(); return [i.next(), i.return(4), l] });
  T('delegate to array', () => { function* g() { return yield* [1, 2] } const i = g(); return [i.next(), i.next(), i.next(), i.next()] });
  T('delegate array return', () => { function* g() { yield* [1, 2] } const i = g(); return [i.next(), i.return(9), i.next()] });
  T('delegate return not done', () => { function* g() { yield* { [Symbol.iterator]() { return { next() { return { value: 1, done: false } }, return(v) { return { value: v + 1, done: false } } } } } } const i = g(); return [i.next(), i.return(4), i.next()] });
  T('delegate return value', () => { function* g() { try { yield* { [Symbol.iterator]() { return { next() { return { value: 1, done: false } }, return(v) { return { value: v + 1, done: true } } } } } } finally { yield 'f' } } const i = g(); return [i.next(), i.return(4), i.next(), i.next()] });
  await A('async gen return', async () => { async function* g() { for await (const x of [1]) yield x } const i = g(); return [await i.next(), await i.return(5), await i.next()] });
  await A('async gen return 2', async () => { const l = []; async function* g() { try { for await (const x of [1, 2]) try { yield x } finally { l.push('i'); await 0; try { throw 1 } catch {} } } finally { l.push('f'); await 0 } } const i = g(); return [await i.next(), await i.return(5), await i.next(), l] });
  await A('async gen return promise', async () => { async function* g() { try { yield 1 } finally { await 1 } } const i = g(); return [await i.next(), await i.return(Promise.resolve(5)), await i.next()] });
  await A('async gen return rejected', async () => { const l = []; async function* g() { try { yield 1 } catch (e) { l.push('c' + e); yield 2 } finally { await 1 } } const i = g(); return [await i.next(), await i.return(Promise.reject(5)), await i.next(), l] });
  await A('async gen delegate', async () => { const l = []; async function* h() { try { yield 1; yield 2 } finally { l.push('h'); await 0 } } async function* g() { try { yield* h() } finally { l.push('g') } } const i = g(); return [await i.next(), await i.return(5), await i.next(), l] });
  await A('async gen delegate sync', async () => { const l = []; function* h() { try { yield 1; yield 2 } finally { l.push('h') } } async function* g() { try { yield* h() } finally { l.push('g') } } const i = g(); return [await i.next(), await i.return(5), await i.next(), l] });
  await A('async gen throw', async () => { const l = []; async function* g() { for await (const x of [1, 2]) { try { yield x } catch (e) { l.push(e) } } } const i = g(); return [await i.next(), await i.throw(5), await i.next(), l] });
  await A('async gen finally overrides', async () => { async function* g() { try { throw 1 } catch { throw 2 } finally { return 3 } } return await g().next() });
  return out;
}
//= result: {
//=   "catch throw finally return": 3,
//=   "break out": 4,
//=   "break takes back return": "undefined",
//=   "continue takes back return": 3,
//=   "do while continue": 3,
//=   "nested catch in finally": "threw 1",
//=   nested2: "threw 1",
//=   nested3: "threw 1",
//=   "return through": [1, ["t", "f"]],
//=   "return overwritten": [1, 2],
//=   "finally throws over return": "threw 5",
//=   "finally throws over throw": "threw 5",
//=   deep: ["y", [1, 2, 3, 4]],
//=   loops: ["f11", 1, 2, "f12", "f21", "f22", "f31", "f32"],
//=   "for in inner throw": [1, "a", 2, "a", 3, "a"],
//=   "labelled break closes both": ["anext", "bnext", "breturn", "areturn"],
//=   "labelled continue closes inner": [
//=     "anext",
//=     "bnext",
//=     "breturn",
//=     "anext",
//=     "bnext",
//=     "breturn",
//=     "anext",
//=     "bnext",
//=     "breturn",
//=     "anext",
//=   ],
//=   "return closes both": ["v", ["anext", "bnext", "breturn", "areturn"]],
//=   "return in return throws": ["anext", "bnext", "breturn", "areturn", "ret"],
//=   "return in return throws caught": [
//=     "anext",
//=     "bnext",
//=     "breturn",
//=     "ret",
//=     "anext",
//=     "bnext",
//=     "breturn",
//=     "ret",
//=     "anext",
//=     "bnext",
//=     "breturn",
//=     "ret",
//=     "anext",
//=     undefined,
//=   ],
//=   "block label": ["bnext", "breturn"],
//=   switch: ["bnext", "bnext", 1, "bnext", "breturn"],
//=   "next throws in pattern": ["anext", "areturn", "bad"],
//=   "next throws in loop": ["anext", "areturn", "bad"],
//=   "value throws": ["anext", "areturn", "val", "anext", "areturn", "val"],
//=   "done throws": ["anext", "areturn", "val", "anext", "areturn", "val"],
//=   "finally in loop with return": [1, ["anext", "f", "anext", "f", "areturn"]],
//=   "call args": [0, 1, 2],
//=   "closing throws through try": ["anext", "areturn", "out ret"],
//=   "closing throws through try, break": ["bnext", "breturn", "out ret"],
//=   "closing throws into try": ["bnext", "cnext", "creturn", "caught ret", "breturn"],
//=   "jumps through two": ["end", "r1", "r2", "end", ["i", "o", "i", "o", "i", "o", "i", "o"]],
//=   "jumps through three": [
//=     ["end", "end", "r", "s", "end", "end", "t"],
//=     [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3],
//=   ],
//=   "async f": 3,
//=   "async await in finally": "threw 1",
//=   "async await in finally 2": "threw 1",
//=   "async return await": 5,
//=   "async return in for await": ["v", ["ret"]],
//=   "async break": "undefined",
//=   "async catch": [0, "f", 1, "f", 2, "f"],
//=   "async throw in catch": "threw 2",
//=   "gen return": [
//=     { value: 1, done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=     ["f"],
//=   ],
//=   "gen return finally yields": [
//=     { value: 1, done: false },
//=     { value: 2, done: false },
//=     { value: 3, done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=   ],
//=   "gen return finally delegates": [
//=     { value: 1, done: false },
//=     { value: "a", done: false },
//=     { value: "b", done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=   ],
//=   "gen return finally break": [
//=     { value: 1, done: false },
//=     { value: undefined, done: true },
//=     { value: undefined, done: true },
//=   ],
//=   "gen return finally break go on": [{ value: 1, done: false }, { value: 2, done: false }, { value: undefined, done: true }],
//=   "gen return finally return": [{ value: 1, done: false }, { value: 2, done: true }, { value: undefined, done: true }],
//=   "gen return finally throw": "threw 2",
//=   "gen return catch not run": [
//=     { value: 1, done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=     ["f", "g"],
//=   ],
//=   "gen return in for of": [
//=     { value: 0, done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=     ["anext", "bnext", "breturn", "areturn"],
//=   ],
//=   "gen return in for of, closing throws": ["anext", "bnext", "breturn", "areturn", "r"],
//=   "gen return in pattern": [
//=     { value: 4, done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=     ["anext", "bnext", "bnext", "breturn", "areturn"],
//=   ],
//=   "gen return in pattern2": [
//=     { value: undefined, done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=     ["ret"],
//=   ],
//=   "gen return in pattern3": ["ret", "E"],
//=   "gen return in args": [{ value: 3, done: false }, { value: 4, done: false }, { value: 7, done: true }, ["f"]],
//=   "delegated return in for of with finally": [
//=     { value: 1, done: false },
//=     { value: 7, done: true },
//=     { value: undefined, done: true },
//=     ["anext", "hf", "gf", "areturn"],
//=   ],
//=   "delegated return continue": [
//=     { value: 1, done: false },
//=     { value: 1, done: false },
//=     { value: 1, done: false },
//=     { value: 2, done: false },
//=     { value: undefined, done: true },
//=     { value: undefined, done: true },
//=     { value: undefined, done: true },
//=     ["anext", "hf", "gf", "anext", "hf", "gf", "anext", "hf", "gf", "anext"],
//=   ],
//=   "delegated throw": [
//=     [{ value: 1, done: false }, { value: "c", done: false }],
//=     ["anext", 7, "gf", "areturn", 8],
//=   ],
//=   "delegate without throw": ["anext", "areturn", true],
//=   "delegate without return": [{ value: 1, done: false }, { value: 4, done: true }, ["f"]],
//=   "delegate to array": [
//=     { value: 1, done: false },
//=     { value: 2, done: false },
//=     { value: undefined, done: true },
//=     { value: undefined, done: true },
//=   ],
//=   "delegate array return": [{ value: 1, done: false }, { value: 9, done: true }, { value: undefined, done: true }],
//=   "delegate return not done": [{ value: 1, done: false }, { value: 5, done: false }, { value: 1, done: false }],
//=   "delegate return value": [
//=     { value: 1, done: false },
//=     { value: "f", done: false },
//=     { value: 5, done: true },
//=     { value: undefined, done: true },
//=   ],
//=   "async gen return": [{ value: 1, done: false }, { value: 5, done: true }, { value: undefined, done: true }],
//=   "async gen return 2": [
//=     { value: 1, done: false },
//=     { value: 5, done: true },
//=     { value: undefined, done: true },
//=     ["i", "f"],
//=   ],
//=   "async gen return promise": [{ value: 1, done: false }, { value: 5, done: true }, { value: undefined, done: true }],
//=   "async gen return rejected": [
//=     { value: 1, done: false },
//=     { value: 2, done: false },
//=     { value: undefined, done: true },
//=     ["c5"],
//=   ],
//=   "async gen delegate": [
//=     { value: 1, done: false },
//=     { value: 5, done: true },
//=     { value: undefined, done: true },
//=     ["h", "g"],
//=   ],
//=   "async gen delegate sync": [
//=     { value: 1, done: false },
//=     { value: 5, done: true },
//=     { value: undefined, done: true },
//=     ["h", "g"],
//=   ],
//=   "async gen throw": [
//=     { value: 1, done: false },
//=     { value: 2, done: false },
//=     { value: undefined, done: true },
//=     [5],
//=   ],
//=   "async gen finally overrides": { value: 3, done: true },
//= }
