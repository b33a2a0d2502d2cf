//! about = "Slugs, cuts and widths of texts beyond ASCII."
//! [files]
//! "/u/names.txt" = "Zoë\nÅngström\nstraße\nИван\n東京\n👨‍👩‍👧 family\ne\u0301clair\nİstanbul\n"

const fs = require("fs");

const names = fs.readFileSync("/u/names.txt", "utf8").trimEnd().split("\n");
const segments = (s) => [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(s)].map((x) => x.segment);
for (const name of names) {
  console.log([
    name.length, [...name].length, segments(name).length, Buffer.byteLength(name),
    name.toUpperCase(), name.toLowerCase(), name.normalize("NFC").length, name.normalize("NFD").length,
    name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
    name.slice(0, 2), segments(name).slice(0, 2).join(""), encodeURIComponent(name).length,
  ].join(" | "));
}
console.log(names.toSorted(), names.toSorted((a, b) => a.localeCompare(b)));
console.log("abc".localeCompare("ABC"), "a".localeCompare("b"), "résumé".localeCompare("resume"), "a" < "B", "ß".toUpperCase(), "ΑΣ".toLowerCase());
console.log("x".padStart(5, "ab"), "abc".padEnd(2), "a,b,,c".split(",", 3), "a1b2".split(/(\d)/), "test".split(""), " \u00a0\ufeffx\u200b ".trim().length);
console.log("aXbX".replace("X", "$&$&$$"), "abc".replace(/(?<l>b)/, "[$<l>]"), "abc".replace(/b/, (m, i, s) => `${m}${i}${s}`), "aaa".lastIndexOf("a", 1), "abc".substring(2, 0), "abc".substr(-2, 1), "abc".at(-4));
console.log("\u{1F600}".codePointAt(0).toString(16), String.fromCodePoint(0x1f600) === "😀", "😀".charCodeAt(1), String.raw`a\n${1}`, `line1
line2`.split("\n").length, "%", escape("ü"), unescape("%FC"));
console.log(/^\w+$/.test("é"), /^[\p{L}]+$/u.test("é"), /\bfoo\b/.test("föfoo"), "ＡＢＣ".normalize("NFKC"), /[\u4e00-\u9fff]/.test("東"), /./su.exec("👨")[0].length, /^.$/.test("👨"), "ſ".match(/s/iu)?.[0]);
//= result: undefined
//= console.log: 3 | 3 | 3 | 4 | ZOË | zoë | 3 | 4 | zoe | Zo | Zo | 8
//= console.log: 8 | 8 | 8 | 10 | ÅNGSTRÖM | ångström | 8 | 10 | angstrom | Ån | Ån | 18
//= console.log: 6 | 6 | 6 | 7 | STRASSE | straße | 6 | 6 | straße | st | st | 11
//= console.log: 4 | 4 | 4 | 8 | ИВАН | иван | 4 | 4 | иван | Ив | Ив | 24
//= console.log: 2 | 2 | 2 | 6 | 東京 | 東京 | 2 | 2 | 東京 | 東京 | 東京 | 18
//= console.log: "15 | 12 | 8 | 25 | 👨\u200d👩\u200d👧 FAMILY | 👨\u200d👩\u200d👧 family | 15 | 15 | -family | 👨 | 👨\u200d👩\u200d👧  | 63"
//= console.log: 7 | 7 | 6 | 8 | ÉCLAIR | éclair | 6 | 7 | eclair | é | éc | 12
//= console.log: 8 | 8 | 8 | 9 | İSTANBUL | i̇stanbul | 8 | 9 | istanbul | İs | İs | 13
//= console.log: "[\n  'Zoë',\n  'éclair',\n  'straße',\n  'Ångström',\n  'İstanbul',\n  'Иван',\n  '東京',\n  '👨\u200d👩\u200d👧 family'\n] [\n  '👨\u200d👩\u200d👧 family',\n  'Ångström',\n  'éclair',\n  'İstanbul',\n  'straße',\n  'Zoë',\n  'Иван',\n  '東京'\n]"
//= console.log: -1 -1 1 false SS ας
//= console.log: ababx abc [ 'a', 'b', '' ] [ 'a', '1', 'b', '2', '' ] [ 't', 'e', 's', 't' ] 2
//= console.log: aXX$bX a[b]c ab1abcc 1 ab b undefined
//= console.log: 1f600 true 56832 a\n1 2 % %FC ü
//= console.log: false true true ABC true 2 false ſ
