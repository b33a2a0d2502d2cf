import _ from "lodash";

const orders = [
  { id: 1, who: "ann", total: 12.5, tags: ["new", "gift"], at: { city: "Bern" } },
  { id: 2, who: "bob", total: 7, tags: [], at: { city: "Rome" } },
  { id: 3, who: "ann", total: 30.25, tags: ["gift"], at: { city: "Oslo" } },
];

export default () => {
  const calls = [];
  const memo = _.memoize((n) => (calls.push(n), n * 2));
  return {
    totals: _(orders).groupBy("who").mapValues((list) => _.sumBy(list, "total")).value(),
    sorted: _.orderBy(orders, ["who", "total"], ["desc", "asc"]).map((order) => order.id),
    chunk: _.chunk(_.range(7), 3),
    path: [_.get(orders, "[0].at.city"), _.get(orders, "[9].at.city", "none")],
    set: _.set({}, "a.b[2].c", 4),
    merged: _.merge({ a: [{ x: 1 }], b: 2 }, { a: [{ y: 3 }], c: null }),
    deep: _.isEqual(_.cloneDeep(orders), orders),
    map: _.isEqual(new Map([[1, { a: 2 }]]), new Map([[1, { a: 2 }]])),
    difference: _.differenceBy([2.1, 1.2], [2.3, 3.4], Math.floor),
    words: [_.camelCase("--foo-bar--"), _.snakeCase("fooBarBaz"), _.startCase("héllo wörld"), _.kebabCase("XMLHttpRequest")],
    text: [_.deburr("déjà vu"), _.padStart("7", 3, "0"), _.truncate("a long text that ends", { length: 12, separator: " " }), _.escape("<a & 'b'>")],
    partial: _.partialRight((a, b, c) => [a, b, c], "z")("x", "y"),
    curried: _.curry((a, b, c) => a + b + c)(1)(2, 3),
    memo: [memo(2), memo(2), memo(3), calls],
    flow: _.flow([_.compact, _.uniq, _.size])([0, 1, 1, null, 2]),
    invert: _.invertBy({ a: 1, b: 2, c: 1 }),
    tags: _.countBy(_.flatMap(orders, "tags")),
    picked: _.map(orders, (order) => _.pick(order, ["id", "at.city"])),
    zip: _.zipObjectDeep(["a.b[0].c", "a.b[1].d"], [1, 2]),
    is: [_.isPlainObject(Object.create(null)), _.isArguments(function () { return arguments; }()), _.isTypedArray(new Uint8Array(1)), _.isEmpty(new Set())],
    reduce: _.transform([2, 3, 4, 5], (result, n) => { result.push(n * n); return n < 4; }, []),
    template: _.template("<% _.forEach(list, (item) => { %><li><%- item %></li><% }); %>${ title } <%= 1 + 1 %>")({ list: ["<a>", "b"], title: "T" }),
    sum: _.chain([1, 2, 3, 4]).filter((n) => n % 2 === 0).map((n) => n * n).sum().value(),
  };
};
