async () => {
  const { a = 1, b: { c: [, d] = [] } = {}, ...rest } = { b: { c: [1, 2] }, e: 5, f: 6 };
  const o = { __proto__: { inherited: true }, ['k' + 1]: 1, get g() { return this.k1 + 1; }, set g(v) { this.k1 = v; }, async *h() { yield 1; }, 'quoted-key': null };
  o.g = 41;
  let n = null;
  n ??= 5; n ||= 6; n &&= 7;
  const swap = ([x, y] = [1, 2], { z } = {}) => [y, x, z];
  const tpl = ((s, ...v) => [s.raw.join('|'), v])`a${1}\n${2}b`;
  const opt = [o?.g, o.missing?.deep.er, o.missing?.[0], o.nope?.(), (void 0)?.x];
  switch (n) { case 1: case 7: n = 'seven'; break; default: n = 'other'; }
  const args = (function () { return [...arguments, arguments.length]; })(1, 2);
  return { a, d, rest, g: o.g, n, swap: swap(), tpl, opt, args, exp: (-2) ** 2, inherited: 'inherited' in o, own: Object.hasOwn(o, 'inherited'), comma: (1, 2), typeofs: [typeof null, typeof undefined, typeof (() => 1), typeof 1n, typeof Symbol(), typeof missing] };
}

//= result: {
//=   a: 1,
//=   d: 2,
//=   rest: { e: 5, f: 6 },
//=   g: 42,
//=   n: "seven",
//=   swap: [2, 1, undefined],
//=   tpl: ["a|\\n|b", [1, 2]],
//=   opt: [42, undefined, undefined, undefined, undefined],
//=   args: [1, 2, 2],
//=   exp: 4,
//=   inherited: true,
//=   own: false,
//=   comma: 2,
//=   typeofs: ["object", "undefined", "function", "bigint", "symbol", "undefined"],
//= }
