import "core-js/actual/array/group.js";
import "core-js/full/array/unique-by.js";
import "core-js/actual/iterator/index.js";
import "core-js/actual/map/group-by.js";
import "core-js/actual/set/index.js";
import "core-js/actual/promise/try.js";
import "core-js/actual/structured-clone.js";
import "core-js/actual/url-search-params/index.js";
import "core-js/actual/async-iterator/index.js";
import "core-js/actual/json/parse.js";
import "core-js/actual/math/sum-precise.js";
import "core-js/actual/typed-array/to-base64.js";

export default async () => ({
  iterator: [Iterator.from([1, 2, 3, 4]).filter((n) => n % 2).map((n) => n * 2).toArray(), Iterator.range?.(0, 3).toArray(), Iterator.zip([[1, 2], ["a", "b"]]).toArray(), Iterator.concat([1], new Set([2])).toArray()],
  async: await AsyncIterator.from([1, 2, 3]).map(async (n) => n + 1).toArray(),
  unique: [{ a: 1 }, { a: 2 }, { a: 1 }].uniqueBy((item) => item.a),
  group: [...Map.groupBy([1, 2, 3], (n) => n % 2)],
  sets: [...new Set([1, 2, 3]).symmetricDifference(new Set([3, 4]))],
  promise: await Promise.try(() => 5),
  clone: structuredClone({ a: new Map([[1, { d: new Date(0) }]]), e: new RangeError("x") }).a.get(1),
  sum: Math.sumPrecise([1e20, 0.1, -1e20]),
  source: JSON.parse("[1.0, 2]", (key, value, context) => (typeof value === "number" ? context.source : value)),
  base64: new Uint8Array([1, 2, 255]).toBase64(),
});
