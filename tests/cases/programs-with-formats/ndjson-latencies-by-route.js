//! about = "Times of requests by route, at the median and the 95th percentile, from a long log that is read line by line."

async () => {
  const routes = ["/cart", "/items/:id", "/search"];
  const log = Array.from({ length: 9_000 }, (_, i) => ({ t: 1709632800000 + i * 250, route: routes[i % 3], ms: ((i * 7919) % 1000) / 10 + (i % 3) * 20, status: i % 100 === 0 ? 503 : 200 }));
  await state.writeNdjson("/access.ndjson", log);

  const times = new Map();
  let failed = 0;
  for await (const { route, ms, status } of state.rows("/access.ndjson")) {
    if (status >= 500) failed++;
    else times.set(route, [...(times.get(route) ?? []), ms]);
  }
  const at = (sorted, share) => sorted[Math.ceil(sorted.length * share) - 1];
  const table = [...times].map(([route, list]) => {
    list.sort((a, b) => a - b);
    return { route, count: list.length, p50: at(list, 0.5), p95: at(list, 0.95), max: list.at(-1) };
  });
  return { table, failed };
}
//= result: {
//=   table: [
//=     { route: "/items/:id", count: 2970, p50: 69.9, p95: 115, max: 119.9 },
//=     { route: "/search", count: 2970, p50: 89.9, p95: 135, max: 139.9 },
//=     { route: "/cart", count: 2970, p50: 49.9, p95: 95, max: 99.9 },
//=   ],
//=   failed: 90,
//= }
//= created: /access.ndjson (- -> 551700)
