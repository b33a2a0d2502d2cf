async function pool(items, size, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: size }, worker));
  return results;
}
let running = 0, most = 0;
pool([3, 1, 2, 1], 2, async (ms) => {
  most = Math.max(most, ++running);
  await new Promise((resolve) => setTimeout(resolve, ms));
  running--;
  return ms * 10;
}).then((results) => console.log(results.join(","), most));
//= result: undefined
//= console.log: 30,10,20,10 2
