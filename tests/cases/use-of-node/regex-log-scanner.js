//! about = "Expressions with named groups, sticky and indices flags, lookbehind and classes of Unicode."
//! [files]
//! "/app.log" = "2024-05-01T10:00:00Z [INFO] (main) started in 12ms\r\n2024-05-01T10:00:01Z [ERROR] (db) Error: lost\r\n    at connect (/app/db.js:10:5)\r\n    at main (/app/main.js:3:1)\r\n2024-05-01T10:00:02Z [WARN] (main) slow: 1500ms\n"

import fs from "node:fs";

const text = fs.readFileSync("/app.log", "utf8");
const entry = /^(?<at>\d{4}-\d\d-\d\dT[\d:]+Z) \[(?<level>[A-Z]+)\] \((?<where>\w+)\) (?<message>.*(?:\r?\n(?!\d{4}-).*\S.*)*)/gmd;
for (const { groups, index, indices } of text.matchAll(entry)) {
  console.log(index, { ...groups, message: groups.message.split(/\r?\n/) }, indices.groups.level);
}
console.log(text.match(/(?<=in |: )\d+(?=ms)/g), text.match(/at (?<f>\w+) \((?<file>[^:)]+):(?<line>\d+)/).groups.file, text.search(/warn/i), /(?<!\[)INFO/.test(text));
const dates = text.replace(/(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)T(?<t>[\d:]+)Z/g, (...args) => { const { d, m, y } = args.at(-1); return `${d}.${m}.${y}`; });
console.log(dates.split("\n")[0], JSON.stringify(text.split(/(\r?\n)/).slice(0, 3)), text.replace(/\r?\n\s+at /g, " < ").split(/\r?\n/).length);
const sticky = /\s*(\w+)\s*=\s*("[^"]*"|\S+)/y;
const pairs = {};
const source = 'a=1 b = "two words" c=x!';
while (sticky.lastIndex < source.length) { const m = sticky.exec(source); if (!m) break; pairs[m[1]] = m[2]; }
console.log(pairs, sticky.lastIndex, "aBC".replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), "x".match(/y/)?.[0] ?? "none", "a.b".split("."), /[\p{Lu}--[A-M]]/v.test("Z"), "ab\nc".match(/^.$/m)?.[0], /a.c/s.test("a\nc"), "aaa".match(/a{2}?/)[0], "foo.bar".replace(/(\w+)\.(\w+)/, "$2.$1 $' $` $$1"));
const g = /o/g; console.log(g.test("foo"), g.lastIndex, g.test("foo"), g.test("foo"), "2024".match(/(\d)(\d)?(x)?/), [..."a1b22".matchAll(/\d+/g)].map(String), "\u2028x".match(/^x/m)?.[0], /^\s+$/.test("\u00a0\ufeff"), new RegExp("a/b\n").source, String(new RegExp("")), /[/]/.source, RegExp("x", "gimsuy").flags);
//= result: undefined
//= console.log: "0 {\n  at: '2024-05-01T10:00:00Z',\n  level: 'INFO',\n  where: 'main',\n  message: [ 'started in 12ms' ]\n} [ 22, 26 ]"
//= console.log: "52 {\n  at: '2024-05-01T10:00:01Z',\n  level: 'ERROR',\n  where: 'db',\n  message: [\n    'Error: lost',\n    '    at connect (/app/db.js:10:5)',\n    '    at main (/app/main.js:3:1)'\n  ]\n} [ 74, 79 ]"
//= console.log: "165 {\n  at: '2024-05-01T10:00:02Z',\n  level: 'WARN',\n  where: 'main',\n  message: [ 'slow: 1500ms' ]\n} [ 187, 191 ]"
//= console.log: [ '12', '1500' ] /app/db.js 187 false
//= console.log: "01.05.2024 [INFO] (main) started in 12ms\r [\"2024-05-01T10:00:00Z [INFO] (main) started in 12ms\",\"\\r\\n\",\"2024-05-01T10:00:01Z [ERROR] (db) Error: lost\"] 4"
//= console.log: { a: '1', b: '"two words"', c: 'x!' } 24 a_b_c none [ 'a', 'b' ] true c true aa bar.foo   $1
//= console.log: "true 2 true false [\n  '20',\n  '2',\n  '0',\n  undefined,\n  index: 0,\n  input: '2024',\n  groups: undefined\n] [ '1', '22' ] x true a\\/b\\n /(?:)/ [/] gimsuy"
