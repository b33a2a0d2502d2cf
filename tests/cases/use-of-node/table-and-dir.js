//! about = "What console prints of tables, groups, counters and odd values."

const rows = [
  { name: "ann", age: 31, tags: ["a", "b"] },
  { name: "bo", city: "Ulm" },
];
console.table(rows);
console.table(new Map([["x", 1], ["y", { z: 2 }]]));
console.table([[1, 2], [3]]);
console.table(rows, ["name"]);
console.group("outer %s", "g");
console.log({ a: { b: { c: { d: 1 } } }, list: Array.from({ length: 120 }, (_, i) => i) });
console.group();
console.warn("inner\nsecond line");
console.groupEnd();
console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 });
console.groupEnd();
console.count();
console.count("x");
console.count();
console.countReset();
console.count();
console.assert(1 === 1, "no");
console.assert(false, "yes %d", 5);
console.log("%O|%j|%i|%f|%c|%%|%s", { a: 1 }, { b: 2 }, "42.9", "1.5x", "css", Symbol("s"));
console.log(new Error("boom").message, [undefined, null, , -0, 1n], new Set(["a"]), function named() {}, class A {}, Symbol.iterator);
console.log(Object.create(null), new (class Point { x = 1; get y() { return 2; } })(), [new Date(0)], /re/g, new Map([[{}, []]]));
console.log("a".repeat(200).length, ["it's", 'say "x"', `both ' and "`], { "key-with-dash": 1, 2: 3, [Symbol("k")]: 4 });
//= result: undefined
//= console.log: "┌─────────┬───────┬─────┬──────────────┬───────┐\n│ (index) │ name  │ age │ tags         │ city  │\n├─────────┼───────┼─────┼──────────────┼───────┤\n│ 0       │ 'ann' │ 31  │ [ 'a', 'b' ] │       │\n│ 1       │ 'bo'  │     │              │ 'Ulm' │\n└─────────┴───────┴─────┴──────────────┴───────┘"
//= console.log: "┌───────────────────┬─────┬──────────┐\n│ (iteration index) │ Key │ Values   │\n├───────────────────┼─────┼──────────┤\n│ 0                 │ 'x' │ 1        │\n│ 1                 │ 'y' │ { z: 2 } │\n└───────────────────┴─────┴──────────┘"
//= console.log: "┌─────────┬───┬───┐\n│ (index) │ 0 │ 1 │\n├─────────┼───┼───┤\n│ 0       │ 1 │ 2 │\n│ 1       │ 3 │   │\n└─────────┴───┴───┘"
//= console.log: "┌─────────┬───────┐\n│ (index) │ name  │\n├─────────┼───────┤\n│ 0       │ 'ann' │\n│ 1       │ 'bo'  │\n└─────────┴───────┘"
//= console.log: outer g
//= console.log: "  {\n    a: { b: { c: [Object] } },\n    list: [\n       0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11,\n      12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,\n      24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,\n      36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,\n      48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59,\n      60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71,\n      72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83,\n      84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,\n      96, 97, 98, 99,\n      ... 20 more items\n    ]\n  }"
//= console.warn: "    inner\n    second line"
//= console.log: "  { a: [Object] }"
//= console.log: default: 1
//= console.log: x: 1
//= console.log: default: 2
//= console.log: default: 1
//= console.error: Assertion failed: yes 5
//= console.log: { a: 1 }|{"b":2}|42|1.5||%|Symbol(s)
//= console.log: boom [ undefined, null, <1 empty item>, -0, 1n ] Set(1) { 'a' } [Function: named] [class A] Symbol(Symbol.iterator)
//= console.log: [Object: null prototype] {} Point { x: 1 } [ 1970-01-01T00:00:00.000Z ] /re/g Map(1) { {} => [] }
//= console.log: 200 [ "it's", 'say "x"', `both ' and "` ] { '2': 3, 'key-with-dash': 1, Symbol(k): 4 }
