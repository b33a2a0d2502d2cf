async () => {
  const log = [];
  const done = new Promise((resolve) => setTimeout(() => { log.push('timeout 2'); resolve(); }, 200));
  setTimeout(() => log.push('timeout 1'), 1);
  queueMicrotask(() => log.push('microtask'));
  Promise.resolve().then(() => log.push('then 1')).then(() => log.push('then 2'));
  (async () => { log.push('async start'); await null; log.push('async end'); })();
  log.push('sync');
  const timer = setInterval(() => log.push('never'), 1000);
  clearInterval(timer);
  await done;
  const settled = await Promise.allSettled([1, Promise.reject(new Error('x')), new Promise((r) => setTimeout(r, 1, 'late'))]);
  const race = await Promise.race([new Promise((r) => setTimeout(r, 300, 'slow')), new Promise((r) => setTimeout(r, 1, 'fast'))]);
  const any = await Promise.any([Promise.reject(1), Promise.resolve(2)]);
  return { log, settled: settled.map((s) => s.value ?? s.reason.message), race, any };
}

//= result: {
//=   log: [
//=     "async start",
//=     "sync",
//=     "microtask",
//=     "then 1",
//=     "async end",
//=     "then 2",
//=     "timeout 1",
//=     "timeout 2",
//=   ],
//=   settled: [1, "x", "late"],
//=   race: "fast",
//=   any: 2,
//= }
