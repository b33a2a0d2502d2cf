//! about = "A table of 30,000 lines is written and then added up line by line, without holding it in memory."

async () => {
  const shops = ["Berlin", "Paris, Nord", "Rome"];
  for (let part = 0; part < 3; part++) {
    const rows = Array.from({ length: 10_000 }, (_, i) => {
      const id = part * 10_000 + i;
      return [id, shops[id % 3], (id % 1000) / 4, id % 7 === 0 ? "returned" : "sold"];
    });
    await state.appendFile("/receipts.csv", (part === 0 ? "id,shop,amount,status\n" : "") + CSV.stringify(rows));
  }
  const totals = {};
  let returned = 0;
  for await (const { shop, amount, status } of state.rows("/receipts.csv", { header: true, cast: true })) {
    if (status === "returned") {
      returned++;
      continue;
    }
    const total = (totals[shop] ??= { count: 0, sum: 0, max: 0 });
    total.count++;
    total.sum += amount;
    total.max = Math.max(total.max, amount);
  }
  return { totals, returned, bytes: (await state.stat("/receipts.csv")).size };
}
//= result: {
//=   totals: {
//=     "Paris, Nord": { count: 8571, sum: 1070392.75, max: 249.75 },
//=     Rome: { count: 8572, sum: 1070392.5, max: 249.75 },
//=     Berlin: { count: 8571, sum: 1070393.5, max: 249.75 },
//=   },
//=   returned: 4286,
//=   bytes: 762856,
//= }
//= created: /receipts.csv (- -> 762856)
