import PQueue from "p-queue";

export default async () => {
  const log = [];
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const queue = new PQueue({ concurrency: 2, autoStart: false });
  for (const event of ["add", "active", "next", "idle"]) queue.on(event, () => log.push(`${event} ${queue.size} ${queue.pending}`));
  const jobs = [["low", 0], ["high", 9], ["mid", 5]].map(([name, priority]) => queue.add(async () => { log.push("run " + name); await wait(5); return name; }, { priority, id: name }));
  queue.setPriority("low", 10);
  queue.start();
  const results = await Promise.all(jobs);
  await queue.onIdle();
  const slow = new PQueue({ concurrency: 1, interval: 20, intervalCap: 1 });
  await slow.addAll([async () => log.push("i1"), async () => log.push("i2")]);
  const timed = new PQueue({ timeout: 5 });
  const late = await timed.add(() => wait(50)).catch((error) => error.name);
  const controller = new AbortController();
  const one = new PQueue({ concurrency: 1 });
  const first = one.add(() => wait(5)), aborted = one.add(() => "never", { signal: controller.signal }).catch((error) => error.name);
  controller.abort();
  await first;
  return { log, results, late, aborted: await aborted, sizes: [queue.sizeBy({ priority: 5 }), one.isPaused] };
};
