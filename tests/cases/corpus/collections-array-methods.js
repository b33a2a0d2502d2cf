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

