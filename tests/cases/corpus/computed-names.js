//! # Properties by computed names: short and long, narrow and wide, of every kind of object.
async () => {
  const log = [];

  // Fresh strings for the same few names, found, missing, changed and deleted.
  const counts = {};
  const words = "one two three two three three four  one constructor toString two".split(" ");
  for (const word of words) {
    if (Object.hasOwn(counts, word)) counts[word]++;
    else counts[word] = 1;
  }
  log.push(counts);
  delete counts["th" + "ree"];
  log.push(counts["th" + "ree"], counts["fo" + "ur"], counts["fi" + "ve"], counts["" + ""]);
  counts["th" + "ree"] = "again";
  log.push(Object.keys(counts).join());

  // Each length around what is compared at once, and names that differ in one place alone.
  const table = {};
  for (let length = 0; length <= 40; length++) {
    for (let at = 0; at < Math.max(length, 1); at += 3) {
      const name = "abcdefghij".repeat(4).slice(0, at) + "#" + "klmnopqrst".repeat(4).slice(0, length - at);
      table[name] = (table[name] || 0) + length * 100 + at;
    }
  }
  let sum = 0;
  let found = 0;
  for (const name of Object.keys(table)) {
    const again = name.split("").join("");
    sum = (sum * 31 + table[again]) % 1000003;
    table[again] = -table[again];
    found += table[name] <= 0 ? 1 : 0;
  }
  log.push(Object.keys(table).length, sum, found);

  // The same text in a string that is kept wide, and texts that differ in what does not fit a byte.
  const wide = "日本é_name_ÿ";
  const names = { "é_name_ÿ": 1, "日": 2, "å": 3, "\u01e5": 4, "e_name_": 5, "ab\u0130d": 6, "ab0d": 7 };
  log.push(names[wide.slice(2)], names[wide.slice(0, 1)], names["å"], names["\u01e5"], names[wide.slice(3, 9)]);
  log.push(names["ab" + "\u0130" + "d"], names["ab" + "0d"], new Map([["é", 8]]).get(wide.slice(2, 3)));
  log.push(new Set([wide.slice(2), "é_name_ÿ", "é" + "_name_ÿ"]).size);

  // More properties than layouts are shared for, deleted in between, in either order.
  const large = {};
  for (let i = 0; i < 3000; i++) large["key" + i] = i;
  for (let i = 0; i < 3000; i += 3) delete large["key" + i];
  for (let i = 2999; i >= 0; i--) large["key" + i] = (large["key" + i] ?? -1) + 1;
  let checks = 0;
  for (let i = 0; i < 3000; i++) checks += large["key" + i] === (i % 3 ? i + 1 : 0) ? 1 : 0;
  log.push(checks, Object.keys(large).length, Object.keys(large).slice(1998, 2003).join());

  // Layouts that share their properties: one has not yet what another has.
  const make = (...keys) => {
    const object = {};
    for (const key of keys) object[key] = key;
    return object;
  };
  const [first, second, third] = [make("a", "b"), make("a", "b", "c"), make("a", "c")];
  log.push(["a", "b", "c"].map((name) => [first[name], second[name], third[name]].join("/")));

  // What is no plain property: accessors, frozen ones, inherited ones, names that are no own data.
  const kept = Object.freeze({ fixed: 1 });
  const odd = {
    get half() {
      return 21;
    },
    set half(value) {
      log.push("set " + value);
    },
    plain: 0,
    __proto__: { inherited: "yes", get twice() { return this.plain * 2; } },
  };
  const read = (object, parts) => object[parts.join("")];
  const write = (object, parts, value) => {
    "use strict";
    try {
      return (object[parts.join("")] = value);
    } catch (error) {
      return error.constructor.name;
    }
  };
  for (let i = 0; i < 3; i++) {
    write(odd, ["ha", "lf"], i);
    write(odd, ["pl", "ain"], i);
    log.push(read(odd, ["ha", "lf"]), read(odd, ["pl", "ain"]), read(odd, ["twi", "ce"]), read(odd, ["inhe", "rited"]));
  }
  log.push(write(kept, ["fi", "xed"], 2), read(kept, ["fi", "xed"]), write(kept, ["ne", "w"], 2));
  Object.defineProperty(odd, "plain", { get: () => "got", configurable: true });
  log.push(read(odd, ["pl", "ain"]), write(odd, ["pl", "ain"], 1));
  Object.defineProperty(odd, "plain", { value: "data", writable: false, configurable: true });
  log.push(read(odd, ["pl", "ain"]), write(odd, ["pl", "ain"], 1), read(odd, ["pl", "ain"]));

  // Lists, texts, functions, proxies, typed arrays, `__proto__`, symbols, numbers as names.
  const list = [1, 2, 3];
  list["na" + "me"] = "list";
  log.push(list["len" + "gth"], list["na" + "me"], list["" + 1], (list["len" + "gth"] = 1), list.length, list["" + 1]);
  log.push("text"["len" + "gth"], "text"["" + 2], (() => 1)["na" + "me"], new Uint8Array(2)["byte" + "Length"]);
  const seen = [];
  const proxy = new Proxy({ inside: 1 }, {
    get: (target, name) => (seen.push("get " + String(name)), target[name]),
    set: (target, name, value) => (seen.push("set " + String(name)), (target[name] = value), true),
  });
  proxy["in" + "side"] = proxy["in" + "side"] + 1;
  log.push(seen.join(), proxy["in" + "side"], {}["__pro" + "to__"] === Object.prototype);
  const mark = Symbol("mark");
  const marked = { [mark]: 1, mark: 2, 7: 3, "07": 4, "-0": 5, "1e3": 6, 1000: 7 };
  log.push(marked[mark], marked["ma" + "rk"], marked["" + 7], marked["0" + 7], marked["-" + 0], marked["1e" + 3], marked["" + 1e3]);
  marked["ma" + "rk"] = { deep: { deeper: 1 } };
  log.push(marked["ma" + "rk"]["de" + "ep"]["deep" + "er"], Object.getOwnPropertySymbols(marked).length);

  // Texts that follow an integer.
  const label = (text, number) => text + number;
  log.push(["", "k", "kk", "é", "日", "0123456789abcdef", "0123456789abcdefg"].map((text) =>
    [0, 7, -7, 10, 99, 100, 2147483647, -2147483648].map((number) => label(text, number)).join(" ")));
  return log;
}
//= result: [
//=   { one: 2, two: 3, four: 1, "": 1, constructor: 1, toString: 1, three: "again" },
//=   undefined,
//=   1,
//=   undefined,
//=   1,
//=   "one,two,four,,constructor,toString,three",
//=   288,
//=   840830,
//=   288,
//=   1,
//=   2,
//=   3,
//=   4,
//=   undefined,
//=   6,
//=   7,
//=   8,
//=   1,
//=   3000,
//=   3000,
//=   "key2998,key2999,key2997,key2994,key2991",
//=   ["a/a/a", "b/b/", "/c/c"],
//=   "set 0",
//=   21,
//=   0,
//=   0,
//=   "yes",
//=   "set 1",
//=   21,
//=   1,
//=   2,
//=   "yes",
//=   "set 2",
//=   21,
//=   2,
//=   4,
//=   "yes",
//=   "TypeError",
//=   1,
//=   "TypeError",
//=   "got",
//=   "TypeError",
//=   "data",
//=   "TypeError",
//=   "data",
//=   3,
//=   "list",
//=   2,
//=   1,
//=   1,
//=   undefined,
//=   4,
//=   "x",
//=   "",
//=   2,
//=   "get inside,set inside",
//=   2,
//=   true,
//=   1,
//=   2,
//=   3,
//=   4,
//=   5,
//=   6,
//=   7,
//=   1,
//=   1,
//=   [
//=     "0 7 -7 10 99 100 2147483647 -2147483648",
//=     "k0 k7 k-7 k10 k99 k100 k2147483647 k-2147483648",
//=     "kk0 kk7 kk-7 kk10 kk99 kk100 kk2147483647 kk-2147483648",
//=     "é0 é7 é-7 é10 é99 é100 é2147483647 é-2147483648",
//=     "日0 日7 日-7 日10 日99 日100 日2147483647 日-2147483648",
//=     "0123456789abcdef0 0123456789abcdef7 0123456789abcdef-7 0123456789abcdef10 0123456789abcdef99 0123456789abcdef100 0123456789abcdef2147483647 0123456789abcdef-2147483648",
//=     "0123456789abcdefg0 0123456789abcdefg7 0123456789abcdefg-7 0123456789abcdefg10 0123456789abcdefg99 0123456789abcdefg100 0123456789abcdefg2147483647 0123456789abcdefg-2147483648",
//=   ],
//= ]
