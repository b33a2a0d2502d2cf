async () => [[3, 1, 2].toSorted(), [1, 2, 3].at(-1), [1, [2, [3]]].flat(Infinity), [1, 2, 3].findLast((x) => x < 3), Object.fromEntries([["a", 1]]), structuredClone({ a: [1] })]

//= result: [[1, 2, 3], 3, [1, 2, 3], 2, { a: 1 }, { a: [1] }]
