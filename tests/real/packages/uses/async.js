import async from "async";

export default async () => {
  const later = (value, ms = 1) => (done) => setTimeout(() => done(null, value), ms);
  const log = [];
  const queue = async.queue((task, done) => { log.push("start " + task); setTimeout(() => { log.push("end " + task); done(); }, 5); }, 2);
  queue.push(["a", "b", "c"]);
  await queue.drain();
  const priority = async.priorityQueue(async (task) => { log.push(task); }, 1);
  priority.push("low", 9);
  priority.push("high", 1);
  await priority.drain();
  let tries = 0;
  const cargo = async.cargo((tasks, done) => { log.push(tasks.join("+")); done(); }, 2);
  cargo.push(["x", "y", "z"]);
  await cargo.drain();
  const failed = (promise) => promise.then((value) => value, (error) => "failed: " + (error.message ?? error));
  return {
    log,
    parallel: [await async.parallel([later(1, 9), later(2, 1)]), await async.parallel({ a: later("x"), b: later("y") })],
    series: await async.series([later(1), later(2)]),
    waterfall: await async.waterfall([(done) => done(null, 1, 2), (a, b, done) => done(null, a + b), async (sum) => sum * 10]),
    auto: await async.auto({ a: later(1), b: ["a", ({ a }, done) => done(null, a + 1)], c: ["a", "b", ({ a, b }, done) => done(null, a + b)] }),
    map: await async.mapLimit([3, 1, 2], 2, async (n) => n * 2),
    filter: await async.filter([1, 2, 3, 4], async (n) => n % 2 === 0),
    reduce: await async.reduce([1, 2, 3], 0, (sum, n, done) => setTimeout(() => done(null, sum + n), 1)),
    sorted: await async.sortBy([3, 1, 2], async (n) => -n),
    retried: await async.retry({ times: 5, interval: 1 }, async () => { if (++tries < 3) throw new Error("again"); return tries; }),
    race: await async.race([later("slow", 20), later("fast", 1)]),
    whilst: await (async () => { let n = 0; return async.whilst(async () => n < 4, async () => ++n); })(),
    errors: [await failed(async.parallel([(done) => done(new Error("bad"))])), await failed(new Promise((resolve, reject) => async.timeout(later(1, 50), 5)((error, value) => (error ? reject(error) : resolve(value))))), await failed(async.each([1, 2], async (n) => { if (n === 2) throw new Error("two"); }))],
    memoized: await (async () => { let count = 0; const f = async.memoize((n, done) => { count++; done(null, n); }); await new Promise((go) => f(1, () => f(1, go))); return count; })(),
    grouped: await async.groupBy(["a1", "b1", "a2"], async (text) => text[0]),
    reflected: await async.parallel(async.reflectAll([later(1), (done) => done("bad")])),
    times: await async.times(3, async (n) => n * n),
  };
};
