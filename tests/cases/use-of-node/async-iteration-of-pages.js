//! about = "Pages are fetched lazily, in parallel by two, with return and throw of generators."
//! [files]
//! "/pages/1.json" = "{\"items\":[1,2],\"next\":2}"
//! "/pages/2.json" = "{\"items\":[3],\"next\":3}"
//! "/pages/3.json" = "{\"items\":[4,5,6]}"

import fs from "fs/promises";

async function* pages(start) {
  let page = start;
  try {
    while (page) {
      const { items, next } = JSON.parse(await fs.readFile(`/pages/${page}.json`, "utf8"));
      const command = yield { page, items };
      if (command === "skip") { page = next + 1; continue; }
      page = next;
    }
    return "end";
  } catch (error) {
    console.log("inside:", error.message);
    yield "recovered";
  } finally {
    console.log("closed after", page);
  }
}
async function* flat(source) { for await (const { items } of source) yield* items; }
const map = (f) => async function* (source) { for await (const x of source) yield f(x); };
const take = (n) => async function* (source) { if (n <= 0) return; for await (const x of source) { yield x; if (--n === 0) return; } };
const pipe = (source, ...steps) => steps.reduce((s, step) => step(s), source);

const out = [];
for await (const x of pipe(pages(1), flat, map((x) => x * 10), take(4))) out.push(x);
console.log(out);
const it = pages(1);
console.log((await it.next()).value, (await it.next("skip")).value, await it.next(), await it.next());
const other = pages(2);
await other.next();
console.log(await other.throw(new Error("stop")), await other.return("r"), await other.next());
for await (const x of [Promise.resolve("a"), "b"]) console.log(x);
console.log(await Array.fromAsync(pages(3), ({ items }) => items.length));
const lazy = { async *[Symbol.asyncIterator]() { yield* [1, 2]; }, [Symbol.asyncDispose]: async () => console.log("disposed") };
{ await using resource = lazy; for await (const x of resource) if (x === 1) break; }
for (const n of [1, 9]) for await (const p of pages(n)) console.log(n, p);
//= result: undefined
//= console.log: closed after 3
//= console.log: [ 10, 20, 30, 40 ]
//= console.log: closed after undefined
//= console.log: { page: 1, items: [ 1, 2 ] } { page: 3, items: [ 4, 5, 6 ] } { value: 'end', done: true } { value: undefined, done: true }
//= console.log: inside: stop
//= console.log: closed after 2
//= console.log: { value: 'recovered', done: false } { value: 'r', done: true } { value: undefined, done: true }
//= console.log: a
//= console.log: b
//= console.log: closed after undefined
//= console.log: [ 3 ]
//= console.log: disposed
//= console.log: 1 { page: 1, items: [ 1, 2 ] }
//= console.log: 1 { page: 2, items: [ 3 ] }
//= console.log: 1 { page: 3, items: [ 4, 5, 6 ] }
//= console.log: closed after undefined
//= console.log: inside: ENOENT: no such file or directory, open '/pages/9.json'
//= console.log: 9 recovered
//= console.log: closed after 9
