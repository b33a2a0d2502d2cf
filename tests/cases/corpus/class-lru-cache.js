async () => {
  class Lru {
    #map = new Map();
    #max;
    hits = 0;
    misses = 0;
    constructor(max) { this.#max = max; }
    get(key) { if (!this.#map.has(key)) { this.misses++; return undefined; } const v = this.#map.get(key); this.#map.delete(key); this.#map.set(key, v); this.hits++; return v; }
    set(key, value) { this.#map.delete(key); this.#map.set(key, value); if (this.#map.size > this.#max) this.#map.delete(this.#map.keys().next().value); return this; }
    *[Symbol.iterator]() { yield* this.#map; }
  }
  const cache = new Lru(3);
  for (const k of 'abcadbea') if (cache.get(k) === undefined) cache.set(k, k.charCodeAt(0));
  return { entries: [...cache], stats: { ...cache } };
}

//= result: { entries: [["b", 98], ["e", 101], ["a", 97]], stats: { hits: 1, misses: 7 } }
