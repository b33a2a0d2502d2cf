import * as R from "ramda";

export default () => {
  const people = [{ name: "Ann", age: 31, address: { town: "Ulm" } }, { name: "Bob", age: 19, address: { town: "Bonn" } }, { name: "Cy", age: 44, address: { town: "Ulm" } }];
  const town = R.lensPath(["address", "town"]);
  return {
    piped: R.pipe(R.filter(R.propSatisfies(R.gt(R.__, 20), "age")), R.pluck("name"), R.join("+"))(people),
    group: R.map(R.pluck("name"), R.groupBy(R.path(["address", "town"]), people)),
    lens: R.over(town, R.toUpper, people[0]),
    view: R.map(R.view(town), people),
    sorted: R.sortWith([R.ascend(R.path(["address", "town"])), R.descend(R.prop("age"))], people).map(R.prop("name")),
    transduce: R.into([], R.compose(R.filter(R.modulo(R.__, 2)), R.map(R.multiply(10)), R.take(2)), [1, 2, 3, 4, 5]),
    evolve: R.evolve({ age: R.inc, name: R.toLower }, people[1]),
    curry: R.curry((a, b, c) => [a, b, c])(R.__, 2, R.__)(1)(3),
    cond: R.map(R.cond([[R.equals(0), R.always("zero")], [R.lt(R.__, 0), R.always("minus")], [R.T, String]]), [0, -4, 6]),
    merge: R.mergeDeepWith(R.concat, { a: [1], b: { c: [2] } }, { a: [3], b: { c: [4], d: 5 } }),
    zip: R.zipWith(R.add, [1, 2, 3], [10, 20, 30]),
    converge: R.converge(R.divide, [R.sum, R.length])([1, 2, 3, 4]),
    assoc: R.assocPath(["a", 0, "b"], 1, {}),
    dissoc: R.dissocPath(["a", "b"], { a: { b: 1, c: 2 } }),
    equals: [R.equals(new Map([[1, [2]]]), new Map([[1, [2]]])), R.equals([1, { a: NaN }], [1, { a: NaN }])],
    show: R.toString({ a: [1, "b", null, undefined, new Date(0)], b: { c: true } }),
    scan: R.scan(R.multiply, 1, [1, 2, 3, 4]),
    xprod: R.xprod([1, 2], ["a", "b"]),
    aperture: R.aperture(2, [1, 2, 3, 4]),
    unfold: R.unfold((n) => (n > 50 ? false : [-n, n + 10]), 10),
    where: R.filter(R.where({ age: R.gt(R.__, 30), address: R.propEq("Ulm", "town") }), people).length,
    tryCatch: R.tryCatch((x) => x.y.z, R.always("caught"))({}),
    invert: R.invert({ a: "x", b: "y", c: "x" }),
    symmetric: R.symmetricDifference([1, 2, 3, 4], [7, 6, 5, 4, 3]),
  };
};
