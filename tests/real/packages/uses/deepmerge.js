import merge from "deepmerge";

export default () => {
  const x = { foo: { bar: 3 }, array: [{ does: "work", too: [1, 2, 3] }], date: new Date(0), re: /x/ }, y = { foo: { baz: 4 }, quux: 5, array: [{ does: "work", too: [4, 5, 6] }, { really: "yes" }], date: new Date(5) };
  class Own { constructor() { this.a = 1; } }
  return {
    merged: merge(x, y),
    all: merge.all([{ a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 3 } }]),
    arrays: [merge([1, 2], [3]), merge({ l: [1, 2] }, { l: [3] }, { arrayMerge: (target, source) => source }), merge([{ a: 1 }], [{ b: 2 }], { arrayMerge: (target, source, options) => target.map((item, index) => merge(item, source[index], options)) })],
    custom: merge({ name: { a: 1 }, n: [1] }, { name: { b: 2 }, n: [2] }, { customMerge: (key) => (key === "name" ? (a, b) => ({ ...b, merged: Object.keys(a) }) : undefined) }),
    own: merge({ o: new Own() }, { o: { b: 2 } }, { isMergeableObject: (value) => value?.constructor === Object }),
    cloned: (() => { const inner = { z: 1 }; return [merge({}, { inner }).inner === inner, merge({}, { inner }, { clone: false }).inner === inner]; })(),
    kinds: [merge({ a: 1 }, [2]), merge([1], { a: 2 })],
    symbols: Object.getOwnPropertySymbols(merge({ [Symbol.for("s")]: 1 }, {})).length,
    proto: merge({}, JSON.parse('{"__proto__": {"polluted": 1}}')).polluted ?? "clean",
  };
};
