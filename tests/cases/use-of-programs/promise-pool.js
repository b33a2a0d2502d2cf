//! about = "Ten jobs, three at a time; results in their order."

async function pool(items, limit, worker) {
  const results = new Array(items.length);
  let next = 0;
  let active = 0, peak = 0;
  const runner = async () => {
    while (next < items.length) {
      const i = next++;
      peak = Math.max(peak, ++active);
      results[i] = await worker(items[i], i).catch((e) => e.message);
      active--;
    }
  };
  await Promise.all(Array.from({ length: limit }, runner));
  return { results, peak };
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function main() {
  const { results, peak } = await pool([...Array(10).keys()], 3, async (n) => {
    await sleep(10 * ((n * 7) % 4) + 5);
    if (n === 4) throw new Error(`job ${n} failed`);
    return n * n;
  });
  console.log(results, peak);
}

main().catch((err) => { console.error(err); process.exitCode = 1; });
//= result: undefined
//= console.log: [ 0, 1, 4, 9, 'job 4 failed', 25, 36, 49, 64, 81 ] 3
