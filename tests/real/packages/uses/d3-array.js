import * as d3 from "d3-array";

export default () => {
  const data = [{ n: "a", g: "x", v: 3 }, { n: "b", g: "y", v: 1 }, { n: "c", g: "x", v: 2 }, { n: "d", g: "y", v: NaN }];
  const value = (d) => d.v;
  return {
    extent: [d3.extent(data, value), d3.min(["20", "3"]), d3.maxIndex(data, value), d3.greatest(data, (a, b) => d3.descending(a.v, b.v)).n],
    stats: [d3.sum(data, value), d3.mean(data, value), d3.median([1, 5, 2, 4]), d3.variance([1, 2, 3, 4]), d3.deviation([1, 2, 3, 4]), d3.quantile([0, 10, 30], 0.5), d3.fsum([0.1, 0.2, 0.3, -0.6])],
    group: [d3.group(data, (d) => d.g), d3.rollup(data, (list) => d3.sum(list, value), (d) => d.g), d3.flatRollup(data, (list) => list.length, (d) => d.g)],
    index: d3.index(data, (d) => d.n).get("c"),
    ticks: [d3.ticks(0, 1, 5), d3.ticks(-1.3, 7, 10), d3.tickStep(0, 100, 7), d3.nice(0.13, 9.7, 10)],
    bins: d3.bin().thresholds(4)([1, 2, 2, 3, 5, 8, 13]).map((bin) => [bin.x0, bin.x1, ...bin]),
    bisect: [d3.bisect([1, 2, 2, 3], 2), d3.bisectLeft([1, 2, 2, 3], 2), d3.bisector(value).center([{ v: 1 }, { v: 4 }], 3)],
    sorted: d3.sort(data, (d) => d.g, (d) => -d.v).map((d) => d.n),
    sets: [d3.union([1, 2], [2, 3]), d3.intersection([1, 2, 3], [2, 3, 4]), d3.difference([1, 2], [2]), d3.superset([1, 2], [1])],
    more: [d3.cross([1, 2], ["x", "y"]), d3.pairs([1, 2, 3]), d3.transpose([[1, 2], [3, 4]]), d3.zip([1, 2], ["a", "b"]), d3.range(0, 1, 0.2), d3.cumsum([1, 2, 3]), d3.rank([3, 1, 2, 1])],
    select: d3.quickselect([5, 2, 8, 1, 9, 3], 2)[2],
    interned: new d3.InternMap([[new Date(1), "a"]]).get(new Date(1)),
    blur: d3.blur([1, 2, 10, 2, 1], 1),
  };
};
