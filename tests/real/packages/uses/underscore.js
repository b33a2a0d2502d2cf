import _ from "underscore";

export default () => {
  const stooges = [{ name: "moe", age: 40 }, { name: "larry", age: 50 }, { name: "curly", age: 60 }];
  return {
    pluck: _.pluck(stooges, "name"),
    max: _.max(stooges, (stooge) => stooge.age),
    group: _.groupBy([1.3, 2.1, 2.4], Math.floor),
    index: _.indexBy(stooges, "age"),
    sorted: _.sortBy([1, 2, 3, 4, 5, 6], Math.sin),
    partition: _.partition(_.range(6), (n) => n % 2),
    chain: _.chain([1, 2, 3]).map((n) => n * 2).tap((list) => list.push(9)).reverse().value(),
    union: _.union([1, 2], [2, 3], [101]),
    zip: _.zip(["a", "b"], [1, 2]),
    unzip: _.unzip([["a", 1], ["b", 2]]),
    flat: [_.flatten([1, [2, [3]]]), _.flatten([1, [2, [3]]], true)],
    equal: [_.isEqual({ a: [1, { b: NaN }] }, { a: [1, { b: NaN }] }), _.isEqual(0, -0)],
    escape: [_.escape("Curly, Larry & <Moe>"), _.unescape("&lt;&amp;")],
    compose: _.compose((s) => s + "!", (s) => "hi " + s)("moe"),
    after: (() => { const log = []; const f = _.after(2, () => log.push("run")); f(); f(); f(); return log; })(),
    defaults: _.defaults({ a: 1 }, { a: 2, b: 3 }),
    result: _.result({ f() { return this.v; }, v: 8 }, "f"),
    uniq: _.uniq([1, 2, 1, 4, 1, 3]),
    lookup: _.sortedIndex([10, 20, 30, 40], 25),
    keys: _.allKeys(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } })),
    matcher: _.filter(stooges, _.matcher({ age: 50 })),
    object: _.object([["a", 1], ["b", 2]]),
    types: [_.isArguments((function () { return arguments; })(1)), _.isDate(new Date(0)), _.isMap(new Map()), _.isRegExp(/x/)],
    chunk: _.chunk([1, 2, 3, 4, 5], 2),
  };
};
