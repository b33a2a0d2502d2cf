() => {
  const list = new Proxy([1, 2, { a: 1 }], {});
  console.log(list, [list], { list }, new Proxy(list, {}));
  console.log("%s %j %o", new Proxy([1, 2], {}), list, new Proxy({ a: 1 }, {}));
  console.log(new Proxy({ a: new Proxy([], {}) }, {}), new Proxy(Object.assign([1, , 3], { more: true }), {}));
  console.log(new Proxy(Array.from({ length: 102 }, (_, at) => at), {}));
  console.table(new Proxy([new Proxy({ a: 1 }, {}), { a: 2 }], {}));
  const { proxy, revoke } = Proxy.revocable([1], {});
  revoke();
  console.log(proxy);
  return { list, nested: [new Proxy([new Proxy([], {})], {})], object: new Proxy({ list }, {}) };
}
//= result: { list: [1, 2, { a: 1 }], nested: [[[]]], object: { list: [1, 2, { a: 1 }] } }
//= console.log: [ 1, 2, { a: 1 } ] [ [ 1, 2, { a: 1 } ] ] { list: [ 1, 2, { a: 1 } ] } [ 1, 2, { a: 1 } ]
//= console.log: [ 1, 2 ] [1,2,{"a":1}] { a: 1 }
//= console.log: { a: [] } [ 1, <1 empty item>, 3, more: true ]
//= console.log: "[\n  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,\n  12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,\n  24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,\n  36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,\n  48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59,\n  60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71,\n  72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83,\n  84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,\n  96, 97, 98, 99,\n  ... 2 more items\n]"
//= console.log: "┌─────────┬───┐\n│ (index) │ a │\n├─────────┼───┤\n│ 0       │ 1 │\n│ 1       │ 2 │\n└─────────┴───┘"
//= console.log: <Revoked Proxy>
