//! [limits]
//! memory_bytes = 67_108_864
//! fuel = 60_000_000_000

// Storage of arrays: what they grow out of, what is cut off, what is left behind by copies.
() => {
  const results = {};
  let kept = [];
  for (let i = 0; i < 60; i++) {
    kept = [];
    for (let k = 0; k < 20_000; k++) kept.push(k * 1.5);
  }
  results.grown = kept.length;
  const queue = [];
  let sum = 0;
  for (let i = 0; i < 300_000; i++) {
    queue.push([i]);
    if (queue.length > 1000) sum += queue.shift()[0];
  }
  results.queue = sum;
  let list = Array.from({ length: 20_000 }, (_, index) => index);
  for (let i = 0; i < 40; i++) {
    list = list.concat(list.slice(0, 10)).map((value) => value + 1).filter((value) => value > 10);
    list = [...list, ...list].slice(0, 20_000).toReversed().toSorted((left, right) => left - right);
  }
  results.copies = list.length;
  for (let i = 0; i < 30; i++) {
    const grid = Array.from({ length: 100 }, () => new Array(500).fill(i));
    sum += grid.flat().length + grid.flatMap((row) => row.slice(1)).length;
  }
  results.grids = sum;
  const buckets = [];
  for (let i = 0; i < 3000; i++) buckets[i % 7] = new Array(10_000).fill(i);
  results.buckets = buckets.length;
  for (let i = 0; i < 100; i++) {
    const shrinking = new Array(50_000).fill(i);
    while (shrinking.length > 10) shrinking.length >>= 1;
    kept[i] = shrinking;
  }
  results.shrunk = kept[99].length;
  return results;
}
//= result: {
//=   grown: 20000,
//=   queue: 44700350500,
//=   copies: 20000,
//=   grids: 44703347500,
//=   buckets: 7,
//=   shrunk: 6,
//= }
