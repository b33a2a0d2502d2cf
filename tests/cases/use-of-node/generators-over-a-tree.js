//! about = "A tree is walked lazily; iterator helpers, sets and groups of the newest language."
//! [files]
//! "/w/a.css" = "12345"
//! "/w/b.js" = "1"
//! "/w/x/c.js" = "123"
//! "/w/x/y/d.md" = "12"
//! "/w/x/y/e.js" = "123456789"
//! "/w/empty" = { dir = true }

import { readdirSync, statSync } from "node:fs";
import { join, extname, sep } from "node:path";

function* walk(dir, depth = 0) {
  for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(dir, entry.name);
    if (entry.isDirectory()) yield* walk(file, depth + 1);
    else yield { file, depth, size: statSync(file).size };
  }
}

console.log(walk("/w").map(({ file }) => file).take(2).toArray());
console.log(walk("/w").filter((f) => extname(f.file) === ".js").reduce((n, f) => n + f.size, 0));
const groups = Object.groupBy(walk("/w"), ({ file }) => extname(file).slice(1));
console.log(Object.entries(groups).map(([k, v]) => `${k}:${v.length}`), Object.getPrototypeOf(groups));
const byDepth = Map.groupBy(walk("/w"), (f) => f.depth);
console.log(byDepth.get(2).map((f) => f.file.split(sep).at(-1)));
const js = new Set(groups.js.map((f) => f.file)), deep = new Set(byDepth.get(2).map((f) => f.file));
console.log(js.intersection(deep), js.difference(deep).size, js.symmetricDifference(deep).size, deep.isSubsetOf(js));
console.log([3, 1, 2].toSorted(), [1, 2, 3].with(1, 9), [1, 2, 3, 4].findLast((n) => n % 2), [..."abc"].toSpliced(1, 1, "X"), [1, [2, [3]]].flat(Infinity));
console.log(await Array.fromAsync([1, Promise.resolve(2)], (x) => x * 2), Promise.withResolvers().promise instanceof Promise, await Promise.try(() => 7));
console.log("a-b-c".replaceAll("-", "+"), "x".at(-1), RegExp.escape("a.b*c"), structuredClone(new Map([[1, new Date(5)]])), Object.hasOwn({ a: 1 }, "a"));
console.log([..."héllo wörld".matchAll(/(?<first>\p{L})\p{L}*/gu)].map((m) => [m.groups.first, m.index]), /(?<=\$)\d+/.exec("cost $42")[0]);
//= result: undefined
//= console.log: [ '/w/a.css', '/w/b.js' ]
//= console.log: 13
//= console.log: [ 'css:1', 'js:3', 'md:1' ] null
//= console.log: [ 'd.md', 'e.js' ]
//= console.log: Set(1) { '/w/x/y/e.js' } 2 3 false
//= console.log: [ 1, 2, 3 ] [ 1, 9, 3 ] 3 [ 'a', 'X', 'c' ] [ 1, 2, 3 ]
//= console.log: [ 2, 4 ] true 7
//= console.log: a+b+c x \x61\.b\*c Map(1) { 1 => 1970-01-01T00:00:00.005Z } true
//= console.log: [ [ 'h', 0 ], [ 'w', 6 ] ] 42
