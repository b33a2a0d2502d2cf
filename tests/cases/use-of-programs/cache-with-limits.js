//! about = "A cache that drops what was used least recently, and one that forgets."

class LruCache {
  #map = new Map();
  constructor(max) { this.max = max; }
  get(key) {
    if (!this.#map.has(key)) return undefined;
    const value = this.#map.get(key);
    this.#map.delete(key);
    this.#map.set(key, value);
    return value;
  }
  set(key, value) {
    this.#map.delete(key);
    this.#map.set(key, value);
    if (this.#map.size > this.max) this.#map.delete(this.#map.keys().next().value);
    return this;
  }
  get keys() { return [...this.#map.keys()]; }
}

const memoize = (fn, ttl) => {
  const known = new Map();
  return async (arg) => {
    const hit = known.get(arg);
    if (hit) return hit;
    const value = fn(arg);
    known.set(arg, value);
    setTimeout(() => known.delete(arg), ttl);
    return value;
  };
};

const cache = new LruCache(2).set("a", 1).set("b", 2);
cache.get("a");
cache.set("c", 3);
console.log(cache.keys, cache.get("b"));

let calls = 0;
const slow = memoize(async (x) => { calls++; return x * 2; }, 50);
(async () => {
  console.log(await Promise.all([slow(1), slow(1), slow(2)]), calls);
  await new Promise((r) => setTimeout(r, 80));
  console.log(await slow(1), calls);
})();
//= result: undefined
//= console.log: [ 'a', 'c' ] undefined
//= console.log: [ 2, 2, 4 ] 2
//= console.log: 2 3
