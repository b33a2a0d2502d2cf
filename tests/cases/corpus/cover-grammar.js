//! about = "literals that turn out to be patterns or parameters: targets, keys, defaults, parentheses"

async () => {
  const checks = {};
  const log = [];
  const note = (name, value) => (log.push(name), value);
  const x = 'key';
  let a, b, c, d, rest;
  const o = {};
  checks.computed = [(({ [x]: d = 5 }) => d)({}), (({ [x]: d = 5 }) => d)({ key: 6 }), (({ 0: d = 5 } = {}) => d)()];
  ({ 0: d = 5 } = {});
  ({ 1: a, 'b c': b, 2n: c = 3, [x]: rest } = { 1: 'one', 'b c': 'two', key: 'three' });
  checks.keys = [a, b, c, d, rest];
  [(o.x)] = [1];
  ({ a: (o.y), b: (o['z']), c: (a) } = { a: 2, b: 3, c: 4 });
  [(o.w) = 5, ((b)) = 6, ...(o.rest)] = [undefined, undefined, 7, 8];
  ({ p: [(o.v), { q: (c) = 9 }], ...(o.others) } = { p: [10, {}], r: 11 });
  checks.parentheses = [o, a, b, c];
  (a) = 1; (a) += 1; (o.x)++; ((o.y)) **= 2;
  checks.simple = [a, o.x, o.y];
  for ((a) of [1, 2]);
  for ((o.loop) in { k: 1 });
  for ([(o.item), { length: b }] of [['x', 'yz']]);
  for ({ 0: c, [x]: d = 4, ...rest } of [{ 0: 1, z: 2 }]);
  for (const { 0: first, length, 1: second = 'none' } of ['ab', 'c']) log.push(first, length, second);
  for (let i = ('a' in { a: 1 }) ? 1 : 0; i < 2; i++) log.push(i);
  for (var [p, q = p] of [[1]]) log.push(p, q);
  for (const key in { one: 1 }) log.push(key);
  checks.loops = [a, o.loop, o.item, b, c, d, rest];
  checks.names = (() => {
    let f, g, h, i, j;
    [f = () => {}, (g) = () => {}] = [];
    ({ h = () => {}, k: i = class {}, k: (j) = function () {} } = {});
    const { l = () => {}, [x]: m = () => {}, 0: n = () => {} } = {};
    return [f.name, g.name, h.name, i.name, j.name, l.name, m.name, n.name];
  })();
  checks.assigned = (() => {
    let a, b, c, d = 0, e;
    (a) ??= function () {}; b ??= function () {}; (c) ||= () => {}; (d) = () => {}; e = class {};
    return [a.name, b.name, c.name, d.name, e.name];
  })();
  checks.parameters = [
    (({ a, b: [c, { d = 4 } = {}] = [3], ...rest } = {}, [e, , f = e, ...g] = [5], ...h) => [a, c, d, rest, e, f, g, h])({ a: 1, z: 2 }, undefined, 6),
    ((a, b = a, { c = b } = {}, [d] = [c]) => [a, b, c, d])(1),
    ((a, b,) => a + b)(1, 2),
    (({ length: [] = [], 'x y': z, 1: w }) => [z, w])({ 'x y': 1, 1: 2, length: [] }),
    (function ({ [note('k', 'k')]: v = note('default', 2) }, { 0: u } = 'q') { return [v, u]; })({ k: undefined }),
    ((a, [b] = [a], { [b]: c } = { 2: 'two' }) => c)(2),
    (() => { })(),
    (({}) => 1)({}), (([]) => 2)([]), (({ a: { b: { c } } }) => c)({ a: { b: { c: 3 } } }),
  ];
  checks.async = await Promise.all([
    (async ({ [x]: d = 5 }, [e = d] = [], ...[f]) => [d, e, f])({}, undefined, 7),
    (async (a, { 0: b } = [a]) => b)(8),
    (async () => 9)(),
  ]);
  class Base { get v() { return this.value; } set v(value) { this.value = value; } }
  class Derived extends Base {
    #p = 0;
    m(source) { [super.v, this.#p, ...this.list] = source; ({ a: super.w, b: this.#p = 5, c: (this.n) } = { a: 1, c: 2 }); return [this.value, this.#p, this.list, this.w, this.n]; }
    static has(object) { return #p in object; }
    static both(object) { return #p in object && !(#p in {}) && #p in object === true; }
    static compared(object) { return [#p in object > 0, #p in object in { true: 1 }]; }
    #p2() {}
  }
  checks.members = [new Derived().m([1, 2, 3, 4]), Derived.has(new Derived()), Derived.has({}), Derived.both(new Derived()), Derived.compared(new Derived())];
  const calls = [];
  const at = (name) => (calls.push(name), { set v(value) { calls.push(`${name}=${value}`); } });
  [at('a').v, at('b')[(calls.push('key'), 'v')] = (calls.push('default'), 3)] = [1, undefined];
  ({ [(calls.push('name'), 'x')]: at('c').v = 4 } = { get x() { calls.push('get'); } });
  checks.order = calls;
  checks.nested = (() => { let a, b, c; [a, [b, [c = a]] = [2, []]] = [1]; return [a, b, c]; })();
  checks.chained = (() => { let a, b, c; a = [b, c] = { *[Symbol.iterator]() { yield 1; yield 2; } }; return [typeof a, b, c]; })();
  checks.rest = (() => { const { a, ...others } = { a: 1, b: 2, [Symbol.iterator]: 3 }; return [a, Object.keys(others), Object.getOwnPropertySymbols(others).length]; })();
  checks.constructor = (() => { class Quoted { 'constructor'(v) { this.v = v; } static 'constructor'() { return 's'; } get ['constructor']() { return 'g'; } } return [Object.getOwnPropertyDescriptor(Quoted, 'constructor').value(), new Quoted(1).v]; })();
  checks.yields = [...(function* () { const of = 1; yield of; yield /=/.source; yield async
  ; yield { of }; yield [yield]; yield; yield
  ; const t = yield * [1]; yield `${yield}`; })(async function async() {}), typeof async].map((value) => (typeof value === 'function' ? value.name : value));
  function async() { return 'async'; }
  checks.log = log;
  return checks;
}
//= result: {
//=   computed: [5, 6, 5],
//=   keys: ["one", "two", 3, 5, "three"],
//=   parentheses: [
//=     { x: 2, y: 4, z: 3, w: 5, rest: [7, 8], v: 10, others: { r: 11 }, loop: "k", item: "x" },
//=     4,
//=     6,
//=     9,
//=   ],
//=   simple: [2, 2, 4],
//=   loops: [2, "k", "x", 2, 1, 4, { z: 2 }],
//=   names: ["f", "", "h", "i", "", "l", "m", "n"],
//=   assigned: ["", "b", "", "", "e"],
//=   parameters: [
//=     [1, 3, 4, { z: 2 }, 5, 5, [], [6]],
//=     [1, 1, 1, 1],
//=     3,
//=     [1, 2],
//=     [2, "q"],
//=     "two",
//=     undefined,
//=     1,
//=     2,
//=     3,
//=   ],
//=   async: [[5, 5, 7], 8, 9],
//=   members: [[1, 5, [3, 4], 1, 2], true, false, true, [true, true]],
//=   order: ["a", "a=1", "b", "key", "default", "b=3", "name", "c", "get", "c=4"],
//=   nested: [1, 2, 1],
//=   chained: ["object", 1, 2],
//=   rest: [1, ["b"], 1],
//=   constructor: ["s", 1],
//=   yields: [
//=     1,
//=     "=",
//=     "async",
//=     { of: 1 },
//=     undefined,
//=     [undefined],
//=     undefined,
//=     undefined,
//=     1,
//=     undefined,
//=     "undefined",
//=     "function",
//=   ],
//=   log: ["a", 2, "b", "c", 1, "none", 1, 1, 1, "one", "k", "default"],
//= }
