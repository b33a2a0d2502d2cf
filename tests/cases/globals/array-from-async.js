async () => {
  async function* pages() { yield 'a'; yield 'b'; }
  const told = async (f) => { try { return await f(); } catch (error) { return `${error.name}: ${error.message}`; } };
  class List extends Array {}
  return [
    await Array.fromAsync(pages()),
    await Array.fromAsync([1, Promise.resolve(2)], async (value, index) => value * 10 + index),
    await Array.fromAsync({ length: 2, 0: Promise.resolve('x'), 1: 'y' }),
    await Array.fromAsync(new Map([[1, 2]])),
    await Array.fromAsync('ab'),
    await Array.fromAsync(5),
    (await List.fromAsync([1])) instanceof List,
    await Array.fromAsync.call(null, [1]),
    await Array.fromAsync([1], function () { return this.base; }, { base: 7 }),
    await told(() => Array.fromAsync(null)),
    await told(() => Array.fromAsync([1], 5)),
    await told(() => Array.fromAsync([Promise.reject(new Error('page 3'))])),
    [Array.fromAsync.name, Array.fromAsync.length, Object.keys(Array)],
  ];
}
//= result: [
//=   ["a", "b"],
//=   [10, 21],
//=   ["x", "y"],
//=   [[1, 2]],
//=   ["a", "b"],
//=   [],
//=   true,
//=   [1],
//=   [7],
//=   "TypeError: Cannot read properties of null (reading 'Symbol(Symbol.asyncIterator)')",
//=   "TypeError: 5 is not a function",
//=   "Error: page 3",
//=   ["fromAsync", 1, []],
//= ]
