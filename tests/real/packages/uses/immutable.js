import { List, Map, OrderedMap, Range, Record, Repeat, Seq, Set, Stack, fromJS, is, merge } from "immutable";

export default () => {
  const Person = Record({ name: "?", age: 0 }, "Person");
  const ann = new Person({ name: "Ann" });
  const nested = fromJS({ a: { b: [1, { c: 2 }] } });
  const big = Map(Range(0, 500).map((n) => ["k" + n, n]));
  return {
    list: [List([1, 2, 3]).push(4).unshift(0).insert(2, 9).toJS(), List([3, 1, 2]).sort().reverse().toArray(), List([1, 2, 3, 4]).groupBy((n) => n % 2).toJS()],
    map: Map({ a: 1, b: 2 }).set("c", 3).delete("a").mapKeys((key) => key + "!").toJS(),
    nested: [nested.updateIn(["a", "b", 1, "c"], (n) => n + 40).toJS(), nested.getIn(["a", "b", 0]), nested.mergeDeep({ a: { d: 1 } }).toJS(), nested.hasIn(["a", "x"])],
    equal: [is(Map({ a: List([1]) }), Map({ a: List([1]) })), Map([[NaN, 1]]).get(NaN), Set([Map({ a: 1 }), Map({ a: 1 })]).size],
    hash: [Map({ a: 1 }).hashCode(), List(["x", 2]).hashCode(), fromJS({ a: "é" }).hashCode()],
    ordered: OrderedMap([["z", 1], ["a", 2]]).set("m", 3).sortBy((value) => -value).keySeq().toArray(),
    sets: [Set([1, 2, 3]).intersect([2, 3, 4]).toJS(), Set([1]).union([2]).subtract([1]).toJS()],
    lazy: (() => { let count = 0; const result = Seq(Range(1, Infinity)).map((n) => (count++, n * n)).filter((n) => n % 3 === 0).take(3).toArray(); return [result, count]; })(),
    record: [ann.set("age", 30).toString(), ann.equals(new Person({ name: "Ann" })), ann.toJS(), "age" in ann],
    big: [big.size, big.reduce((a, b) => a + b, 0), big.filter((n) => n % 50 === 0).keySeq().sort().join()],
    stack: Stack([1, 2]).push(3).peek(),
    mutations: List().withMutations((list) => { for (let i = 0; i < 100; i++) list.push(i); }).slice(40, 45).toJS(),
    text: [Map({ a: List([1]) }).toString(), Repeat("x", 3).toString(), Set(["b"]).toString()],
    iterate: [...Map({ a: 1, b: 2 }).entries()],
    functional: merge({ a: 1 }, { b: 2 }),
    reduce: List([1, 2, 3]).zipWith((a, b) => a * b, List([4, 5, 6])).toJS(),
  };
};
