//! [limits]
//! memory_bytes = 67_108_864

// Generators that nobody ends, long chains of promises, loops that wait.
async () => {
  const results = {};
  function* numbers() {
    const held = new Array(200).fill(0);
    try {
      for (let i = 0; ; i++) yield held[0] + i;
    } finally {
      held.length = 0;
    }
  }
  let sum = 0;
  for (let i = 0; i < 20_000; i++) {
    const generator = numbers();
    generator.next();
    sum += generator.next().value;
  }
  results.generators = sum;
  let promise = Promise.resolve(0);
  for (let i = 0; i < 30_000; i++) promise = promise.then((value) => value + 1);
  results.chain = await promise;
  const wait = async (value) => { const held = [value]; await null; return held; };
  for (let i = 0; i < 60_000; i++) sum += (await wait(i)).length;
  results.loop = sum;
  async function* items() { for (let i = 0; i < 20_000; i++) yield { i, text: "item " + i }; }
  for await (const item of items()) sum += item.text.length;
  results.items = sum;
  for (let i = 0; i < 200; i++) sum += (await Promise.all(Array.from({ length: 100 }, (_, index) => wait(index)))).length;
  results.all = sum;
  for (let i = 0; i < 20_000; i++) new Promise(() => {}).then(() => new Array(100).fill(i));
  for (let i = 0; i < 200; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    sum += new Uint8Array(500_000).length;
  }
  results.timers = sum;
  return results;
}
//= result: {
//=   generators: 20000,
//=   chain: 30000,
//=   loop: 80000,
//=   items: 268890,
//=   all: 288890,
//=   timers: 100288890,
//= }
