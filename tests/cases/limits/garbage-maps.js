//! [limits]
//! memory_bytes = 67_108_864
//! fuel = 60_000_000_000

// Maps and sets that fill and empty, and those whose keys are held weakly.
async () => {
  const results = {};
  let sum = 0;
  for (let i = 0; i < 60; i++) {
    const map = new Map();
    for (let k = 0; k < 3000; k++) map.set("key " + k, [i, k]);
    const set = new Set(map.keys());
    for (const key of set) if (key.endsWith("7")) set.delete(key);
    sum += map.size + set.size;
  }
  results.filled = sum;
  const cache = new Map();
  const get = (key) => {
    const value = cache.get(key) ?? { key, bytes: new Uint8Array(1000) };
    cache.delete(key);
    cache.set(key, value);
    if (cache.size > 500) cache.delete(cache.keys().next().value);
    return value;
  };
  for (let i = 0; i < 60_000; i++) sum += get((i * 7919) % 3001).bytes.length;
  results.leastRecentlyUsed = [cache.size, sum];
  const weak = new WeakMap();
  const seen = new WeakSet();
  let last = {};
  for (let i = 0; i < 60_000; i++) {
    const key = { i };
    weak.set(key, { key, values: new Array(100).fill(i), last: weak.get(last) && last });
    seen.add(key);
    last = i % 100 ? key : {};
  }
  results.weak = [weak.has(last), seen.has({})];
  const references = [];
  for (let i = 0; i < 40_000; i++) {
    references[i % 100] = new WeakRef({ text: "x".repeat(2000) + i });
    // What a reference was made for is kept until the job ends.
    if (i % 100 === 0) await null;
  }
  results.references = references.length;
  const groups = [];
  for (let i = 0; i < 30; i++) groups[0] = Map.groupBy(Array.from({ length: 5000 }, (_, index) => index), (value) => value % 100);
  results.groups = groups[0].size;
  return results;
}
//= result: {
//=   filled: 342000,
//=   leastRecentlyUsed: [500, 60342000],
//=   weak: [true, false],
//=   references: 100,
//=   groups: 100,
//= }
