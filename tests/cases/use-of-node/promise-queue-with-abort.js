//! about = "A queue with bounds that is aborted in the middle."
//! [files]
//! "/jobs/1" = "10"
//! "/jobs/2" = "30"
//! "/jobs/3" = "20"
//! "/jobs/4" = "40"

const fs = require("fs/promises");
const { setTimeout: delay } = require("timers/promises");

async function pool(limit, items, work, signal) {
  const results = [];
  const running = new Set();
  for (const [i, item] of items.entries()) {
    signal?.throwIfAborted();
    const job = Promise.resolve(work(item, signal)).then((value) => { results[i] = value; }).finally(() => running.delete(job));
    running.add(job);
    if (running.size >= limit) await Promise.race(running);
  }
  await Promise.all(running);
  return results;
}

(async () => {
  const names = (await fs.readdir("/jobs")).sort();
  const order = [];
  const work = async (name, signal) => {
    const ms = Number(await fs.readFile(`/jobs/${name}`, "utf8"));
    await delay(ms, null, { signal });
    order.push(name);
    return ms * 2;
  };
  console.log(await pool(2, names, work), order);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 25);
  try {
    await pool(2, names, work, controller.signal);
  } catch (error) {
    console.log(error.name, error.code, controller.signal.aborted, controller.signal.reason.name);
  }
  await fs.readFile("/jobs/1", { signal: AbortSignal.abort() }).catch((e) => console.log(e.name, e.code));
  const timeout = await delay(100, "late", { signal: AbortSignal.timeout(10) }).catch((e) => e);
  console.log(timeout.name ?? timeout, order.length);
})();
//= result: undefined
//= console.log: [ 20, 60, 40, 80 ] [ '1', '2', '3', '4' ]
//= console.log: AbortError ABORT_ERR true AbortError
//= console.log: AbortError ABORT_ERR
//= console.log: AbortError 5
