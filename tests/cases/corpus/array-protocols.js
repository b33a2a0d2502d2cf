//! about = "loops and patterns over arrays whose iteration a program changes"

() => {
  const out = [];
  const Steps = Object.getPrototypeOf([][Symbol.iterator]());
  let calls = 0;
  const ending = { [Symbol.iterator]() { return this; }, next() { calls += 1; return { done: true }; } };
  const [e1, e2, e3] = ending;
  out.push(['asked once', e1, e2, e3, calls]);
  Steps.return = () => { calls += 10; return {}; };
  const [first] = [1, 2];
  for (const x of [1, 2]) if (x) break;
  for (const x of [1, 2]);
  delete Steps.return;
  out.push(['closed twice', first, calls]);
  const next = Steps.next;
  Steps.next = function () { calls += 100; return next.call(this); };
  const [n1, n2] = [1, 2];
  Steps.next = next;
  out.push(['next replaced', n1, n2, calls]);
  const growing = [1, 2, 3], seen = [];
  for (const x of growing) { seen.push(x); if (seen.length < 6) growing.push(x * 2); if (x === 3) growing.length = 4; }
  out.push(seen);
  const gap = [1, , 3];
  Object.defineProperty(Array.prototype, 1, { configurable: true, get() { return 'inherited'; } });
  const [g1, g2, g3] = gap;
  const spread = [...gap];
  delete Array.prototype[1];
  out.push([g1, g2, g3, spread]);
  let set;
  Object.defineProperty(Array.prototype, 0, { set(value) { set = value; }, configurable: true });
  const assigned = [], filled = new Array(2).fill(9), pushed = [];
  assigned[0] = 5;
  pushed.push(6);
  delete Array.prototype[0];
  out.push([assigned.length, set, 0 in filled, filled[1], pushed.length, 0 in pushed]);
  function* steps() { const [a, b] = [yield 1, yield 2]; for (const x of [a, b]) yield x; }
  const it = steps();
  out.push([it.next().value, it.next('p').value, it.next('q').value, it.next().value, it.next().done]);
  function* within() { for (const x of [1, 2, 3]) yield x; }
  const early = within();
  early.next();
  out.push([early.return(7), early.next()]);
  const sparse = new Array(5).fill(7, 1, 3);
  out.push([sparse.length, 0 in sparse, 1 in sparse, 3 in sparse, new Array(3).fill(1.5), new Array(2).fill('x'), [1, 2, 3].fill('y', -1), [1, 2, 3].fill(0, 1, 2), Array(2).fill()]);
  const late = [];
  late.length = 3;
  for (let i = 0; i < 5; i++) late[i] = i;
  out.push([late, late.length]);
  for (const broken of [Object.freeze([1]), Object.preventExtensions([1]), Object.defineProperty([1], 'length', { writable: false })]) {
    try { broken.push(2); out.push('pushed'); } catch (error) { out.push(error.name); }
  }
  const sorted = [{ k: 'b' }, { k: 'a' }, { k: 'B' }, { k: 'a', second: true }];
  out.push(sorted.toSorted((a, b) => (a.k < b.k ? -1 : a.k > b.k ? 1 : 0)).map((x) => x.k + (x.second ? 2 : '')).join());
  out.push(sorted.toSorted((a, b) => (a.k > b.k ? -1 : 1)).map((x) => x.k + (x.second ? 2 : '')).join());
  out.push(sorted.toSorted((a, b) => b.k < a.k ? 1 : -1).map((x) => x.k + (x.second ? 2 : '')).join());
  out.push(['10', 9, '1'].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)), [2, 1, 2].toSorted((a, b) => (a === b ? 0 : a < b ? 1 : -1)));
  out.push(['b', 'a', 'C', 'ä', 'a1', 'A', 'a10', 'a2', '_', ' '].toSorted((a, b) => a.localeCompare(b)).join('|'));
  out.push(['a10', 'a2', 'b1', 'A3'].toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true })).join('|'));
  out.push(['a', 'A', 'b'].map((x) => x.localeCompare('A', 'en', { sensitivity: 'base' })));
  return out;
}
//= result: [
//=   ["asked once", undefined, undefined, undefined, 1],
//=   ["closed twice", 1, 21],
//=   ["next replaced", 1, 2, 221],
//=   [1, 2, 3, 2, 4, 8],
//=   [1, "inherited", 3, [1, "inherited", 3]],
//=   [0, 6, false, 9, 1, false],
//=   [1, 2, "p", "q", true],
//=   [{ value: 7, done: true }, { value: undefined, done: true }],
//=   [
//=     5,
//=     false,
//=     true,
//=     false,
//=     [1.5, 1.5, 1.5],
//=     ["x", "x"],
//=     [1, 2, "y"],
//=     [1, 0, 3],
//=     [undefined, undefined],
//=   ],
//=   [[0, 1, 2, 3, 4], 5],
//=   "TypeError",
//=   "TypeError",
//=   "TypeError",
//=   "B,a,a2,b",
//=   "b,a,a2,B",
//=   "B,a2,a,b",
//=   ["1", 9, "10"],
//=   [2, 2, 1],
//=   " |_|a|A|ä|a1|a10|a2|b|C",
//=   "a2|A3|a10|b1",
//=   [0, 0, 1],
//= ]
