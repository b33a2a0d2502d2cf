//! [files]
//! "/sales/2024-01.csv" = "region,amount\neu,10.5\nus,20\n"
//! "/sales/2024-02.csv" = "region,amount\neu,4.5\nasia,7\n"
//! "/sales/readme.txt" = "skip"

async () => {
  const totals = {};
  for (const p of await state.glob("/sales/*.csv")) {
    const month = p.split("/").pop().replace(".csv", "");
    for (const line of (await state.readFile(p)).trim().split("\n").slice(1)) {
      const [region, amount] = line.split(",");
      (totals[region] ??= { total: 0, months: {} }).total += parseFloat(amount);
      totals[region].months[month] = parseFloat(amount);
    }
  }
  await state.writeJson("/report.json", totals);
  return totals;
}

//= result: {
//=   eu: { total: 15, months: { "2024-01": 10.5, "2024-02": 4.5 } },
//=   us: { total: 20, months: { "2024-01": 20 } },
//=   asia: { total: 7, months: { "2024-02": 7 } },
//= }
//= created: /report.json (- -> 249)
