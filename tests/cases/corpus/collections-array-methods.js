async () => {
  const list = [5, 1, 4, 2, 3];
  const sparse = [1, , 3];
  return {
    sorted: list.toSorted(), reversed: list.toReversed(), spliced: list.toSpliced(1, 2, 'x'), replaced: list.with(-1, 9), untouched: list,
    last: [list.findLast((n) => n > 3), list.findLastIndex((n) => n > 9), list.at(-2)], flat: [1, [2, [3, [4]]]].flat(Infinity), flatMap: ['a b', 'c'].flatMap((s) => s.split(' ')),
    copy: [1, 2, 3, 4, 5].copyWithin(0, 3), fill: new Array(3).fill().map((_, i) => i), from: Array.from('abc', (c, i) => c + i), of: Array.of(7),
    sparse: [sparse.length, 1 in sparse, sparse.map((x) => x * 2).length, Object.keys(sparse)], includes: [NaN].includes(NaN), index: [NaN].indexOf(NaN),
    every: [[].every(Boolean), [].some(Boolean)], reduceRight: [1, 2, 3].reduceRight((a, b) => `${a}${b}`), join: [null, undefined, [1, [2]], {}].join('|'), sortText: [10, 9, 1].sort(), stable: [['b', 1], ['a', 1], ['c', 0]].sort((x, y) => x[1] - y[1]).map(([k]) => k).join(''),
  };
}

//= result: {
//=   sorted: [1, 2, 3, 4, 5],
//=   reversed: [3, 2, 4, 1, 5],
//=   spliced: [5, "x", 2, 3],
//=   replaced: [5, 1, 4, 2, 9],
//=   untouched: [5, 1, 4, 2, 3],
//=   last: [4, -1, 2],
//=   flat: [1, 2, 3, 4],
//=   flatMap: ["a", "b", "c"],
//=   copy: [4, 5, 3, 4, 5],
//=   fill: [0, 1, 2],
//=   from: ["a0", "b1", "c2"],
//=   of: [7],
//=   sparse: [3, false, 3, ["0", "2"]],
//=   includes: true,
//=   index: -1,
//=   every: [true, false],
//=   reduceRight: "321",
//=   join: "||1,2|[object Object]",
//=   sortText: [1, 10, 9],
//=   stable: "cba",
//= }
