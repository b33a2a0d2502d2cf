//! [limits]
//! memory_bytes = 201_326_592

// Long linked structures, which nothing goes into recursively: neither what walks nor what frees.
() => {
  const results = {};
  for (let round = 0; round < 3; round++) {
    let list = null;
    for (let i = 0; i < 100_000; i++) list = { next: list, i };
    let length = 0;
    for (let node = list; node; node = node.next) length++;
    results.list = length;
    let nested = [];
    for (let i = 0; i < 100_000; i++) nested = [nested];
    results.nested = nested.length;
    let chain = () => 0;
    for (let i = 0; i < 100_000; i++) { const before = chain; chain = () => before; }
    results.closures = typeof chain();
    let bound = Math.max;
    for (let i = 0; i < 10_000; i++) bound = { bound, map: new Map([[bound, bound]]) };
    results.maps = bound.map.size;
    let inherited = {};
    for (let i = 0; i < 50_000; i++) inherited = Object.create(inherited);
    results.inherited = typeof inherited;
    let weak = {};
    const ephemerons = new WeakMap();
    for (let i = 0; i < 20_000; i++) { const key = {}; ephemerons.set(key, weak); weak = key; }
    results.weak = ephemerons.has(weak);
    let text = "";
    for (let i = 0; i < 100_000; i++) text = "(" + text;
    results.text = text.length;
    for (let i = 0; i < 100; i++) new Uint8Array(200_000);
  }
  return results;
}
//= result: {
//=   list: 100000,
//=   nested: 1,
//=   closures: "function",
//=   maps: 1,
//=   inherited: "object",
//=   weak: true,
//=   text: 100000,
//= }
