//! about = "What a program gives back: instances, getters, cycles, typed arrays and sparse lists."
//! [files]
//! "/n.txt" = "3 4"

class Vector {
  #length;
  constructor(x, y) { this.x = x; this.y = y; this.#length = Math.hypot(x, y); }
  get length() { return this.#length; }
  toJSON() { return [this.x, this.y, this.length]; }
}
class Plain { a = 1; #b = 2; get c() { return this.#b; } method() {} }

async function main() {
  const [x, y] = (await state.readFile("/n.txt")).split(" ").map(Number);
  const cycle = { name: "c" };
  cycle.self = cycle;
  return { vector: new Vector(x, y), plain: new Plain(), cycle, bytes: new Uint8Array([1, 2]), date: new Date(0), sparse: [1, , 3], nothing: undefined, big: 10n ** 20n, nan: NaN, map: new Map([["a", new Set([1])]]), error: new RangeError("r"), symbol: Symbol("s"), fn: main, regex: /x/g, proxy: new Proxy([1, 2], {}) };
}
//= result: {
//=   vector: [3, 4, 5],
//=   plain: { a: 1 },
//=   cycle: { name: "c", self: reference($.cycle) },
//=   bytes: bytes(01 02),
//=   date: Date(1970-01-01T00:00:00.000Z),
//=   sparse: [1, undefined, 3],
//=   nothing: undefined,
//=   big: 100000000000000000000n,
//=   nan: NaN,
//=   map: Map { "a": Set { 1 } },
//=   error: RangeError("r"),
//=   symbol: Symbol(s),
//=   fn: function(main),
//=   regex: "/x/g",
//=   proxy: [1, 2],
//= }
