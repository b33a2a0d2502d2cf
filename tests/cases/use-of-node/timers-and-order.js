//! about = "The order of timers, microtasks, intervals and immediates, and a debounce."

const { setTimeout: sleep, setInterval: every } = require("timers/promises");

const log = [];
const debounce = (f, ms) => {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...args), ms);
  };
};
const throttle = (f, ms) => {
  let last = -Infinity;
  return (now, ...args) => { if (now - last >= ms) { last = now; f(...args); } };
};

(async () => {
  const save = debounce((value) => log.push(`saved ${value}`), 20);
  save(1); await sleep(5); save(2); await sleep(5); save(3);
  await sleep(40);
  const tick = throttle((n) => log.push(`t${n}`), 10);
  for (let now = 0; now < 30; now += 4) tick(now, now);
  let turns = 0;
  const interval = setInterval(() => { log.push(`i${++turns}`); if (turns === 3) clearInterval(interval); }, 3);
  await sleep(30);
  let count = 0;
  for await (const value of every(2, "v")) { log.push(value); if (++count === 2) break; }
  setTimeout(() => log.push("b"), 2);
  setTimeout(() => log.push("a"), 1);
  setTimeout((x, y) => log.push(x + y), 2, "c", "d");
  Promise.resolve().then(() => log.push("micro")).then(() => log.push("micro2"));
  process.nextTick(() => log.push("tick"));
  queueMicrotask(() => log.push("queued"));
  const t = setTimeout(() => log.push("never"), 1);
  clearTimeout(t);
  log.push("sync");
  await sleep(10);
  const winner = await Promise.race([sleep(5, "slow"), sleep(1, "fast")]);
  log.push(winner, typeof t.ref, t.hasRef(), typeof t[Symbol.toPrimitive]());
  console.log(log.join(" "));
})();
//= result: undefined
//= console.log: saved 3 t0 t12 t24 i1 i2 i3 v v sync micro queued micro2 tick a b cd fast function true number
