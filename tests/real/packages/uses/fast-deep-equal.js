import equal from "fast-deep-equal/es6/index.js";

export default () => {
  class A { constructor() { this.v = 1; } }
  class B { constructor() { this.v = 1; } }
  const pairs = [[1, 1], [NaN, NaN], [0, -0], [null, undefined], ["a", "b"], [[1, [2]], [1, [2]]], [[1], { 0: 1 }], [{ a: 1, b: { c: [] } }, { b: { c: [] }, a: 1 }], [{ a: undefined }, {}], [new Date(5), new Date(5)], [/a/g, /a/i], [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])], [new Set([1, 2]), new Set([2, 1])], [new Set([{}]), new Set([{}])], [new Uint8Array([1, 2]), new Uint8Array([1, 2])], [new Float32Array([1]), new Float64Array([1])], [new A(), new B()], [new A(), new A()], [() => 1, () => 1], [Object.create(null), {}], [{ valueOf: () => 1 }, { valueOf: () => 1 }]];
  return pairs.map(([a, b]) => { try { return equal(a, b); } catch (error) { return error.name; } });
};
