//! [limits]
//! memory_bytes = 67_108_864

// One call of a built-in that runs functions which make garbage.
() => {
  const results = {};
  const large = (seed) => "x".repeat(100_000) + seed;
  results.map = Array.from({ length: 2000 }, (_, index) => index).map((index) => large(index).length).at(-1);
  results.from = Array.from({ length: 2000 }, (_, index) => new Uint8Array(100_000).length + index).length;
  results.sort = Array.from({ length: 300 }, (_, index) => (index * 7919) % 1009)
    .sort((left, right) => (large(left).length ? left - right : 0))[5];
  results.replace = "a".repeat(2000).replace(/a/g, () => String(large("b").length % 10)).length;
  results.reduce = new Array(1000).fill(1).reduce((list) => list.concat(1).slice(-100), []).length;
  results.spread = Math.max(...Array.from({ length: 1000 }, (_, index) => [...large(index).slice(0, 2000)].length));
  results.revive = JSON.parse(JSON.stringify(new Array(1000).fill(1)), (key, value) => (large(key).length ? value : 0)).length;
  results.stringify = JSON.stringify(new Array(1000).fill(1), (key, value) => (large(key).length ? value : 0)).length;
  results.values = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => ["k" + index, large(index).length])).k999;
  results.joined = Array.from({ length: 1000 }, (_, index) => ({ toString: () => large(index).slice(0, 3) })).join("").length;
  results.apply = String.fromCharCode.apply(null, new Array(5000).fill(65)).length;
  results.forEach = (() => { let sum = 0; new Map(Array.from({ length: 1000 }, (_, index) => [index, index])).forEach((value) => { sum += large(value).length; }); return sum; })();
  return results;
}
//= result: {
//=   map: 100004,
//=   from: 2000,
//=   sort: 17,
//=   replace: 2000,
//=   reduce: 100,
//=   spread: 2000,
//=   revive: 1000,
//=   stringify: 2001,
//=   values: 100003,
//=   joined: 3000,
//=   apply: 5000,
//=   forEach: 100002890,
//= }
