//! about = "Work that takes too long is given up."

const withTimeout = (promise, ms, label = "work") => {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${label} timed out after ${ms} ms`)), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};
const sleep = (ms, { signal } = {}) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, ms, "slept");
  signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
});

(async () => {
  console.log(await withTimeout(sleep(10), 100));
  await withTimeout(sleep(300), 20, "nap").catch((e) => console.log(e.message));
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("stop it")), 15);
  const results = await Promise.allSettled([sleep(1000, controller), sleep(5)]);
  console.log(results.map((r) => r.reason?.message ?? r.value));
})();
//= result: undefined
//= console.log: slept
//= console.log: nap timed out after 20 ms
//= console.log: [ 'stop it', 'slept' ]
