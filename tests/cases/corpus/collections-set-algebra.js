async () => {
  const a = new Set([1, 2, 3, 4]), b = new Set([3, 4, 5]);
  const union = new Set([...a, ...b]);
  const shared = [...a].filter((x) => b.has(x));
  const only = [...union].filter((x) => a.has(x) !== b.has(x));
  const map = new Map([[NaN, 'nan'], [0, 'zero'], ['0', 'text']]);
  map.set(-0, 'minus').delete('0');
  const weak = new WeakMap();
  const key = {};
  weak.set(key, 1);
  return { union: [...union], shared, only, map: [...map], nan: map.get(NaN), weak: [weak.has(key), weak.has({})], order: [...new Set('hello')].join(''), nested: Object.fromEntries(new Map([['x', [...new Map([[1, 2]])]]])) };
}

//= result: {
//=   union: [1, 2, 3, 4, 5],
//=   shared: [3, 4],
//=   only: [1, 2, 5],
//=   map: [[NaN, "nan"], [0, "minus"]],
//=   nan: "nan",
//=   weak: [true, false],
//=   order: "helo",
//=   nested: { x: [[1, 2]] },
//= }
