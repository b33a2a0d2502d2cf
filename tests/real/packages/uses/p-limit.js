import pLimit from "p-limit";

export default async () => {
  const limit = pLimit(2);
  const log = [];
  let running = 0, most = 0;
  const job = (name, ms) => limit(async (label) => {
    most = Math.max(most, ++running);
    log.push("start " + label);
    await new Promise((resolve) => setTimeout(resolve, ms));
    running--;
    log.push("end " + label);
    if (label === "bad") throw new RangeError(label);
    return label.toUpperCase();
  }, name);
  const jobs = [job("a", 90), job("b", 20), job("bad", 30), job("c", 20)];
  await null;
  const counts = [limit.activeCount, limit.pendingCount, limit.concurrency];
  const results = await Promise.allSettled(jobs);
  limit.concurrency = 4;
  const mapped = await limit.map([1, 2, 3], async (n, index) => n * 10 + index);
  return { log, most, counts, results: results.map(({ status, value, reason }) => [status, value ?? reason.name]), mapped, error: (() => { try { return pLimit(0); } catch (error) { return [error.name, error.message]; } })() };
};
