//! about = "A pipeline of asynchronous generators that stops early."

async function* source(n) {
  try { for (let i = 1; i <= n; i++) { await null; yield i; } }
  finally { console.log("source closed"); }
}
const map = async function* (it, f) { for await (const x of it) yield f(x); };
const filter = async function* (it, f) { for await (const x of it) if (await f(x)) yield x; };
const take = async function* (it, n) { if (n <= 0) return; for await (const x of it) { yield x; if (--n === 0) return; } };

const out = [];
(async () => {
  for await (const x of take(filter(map(source(100), (x) => x ** 2), async (x) => x % 3 === 1), 4)) out.push(x);
  console.log(out);
  console.log(await Array.fromAsync(take(source(3), 2)));
})();
//= result: undefined
//= console.log: source closed
//= console.log: [ 1, 4, 16, 25 ]
//= console.log: source closed
//= console.log: [ 1, 2 ]
