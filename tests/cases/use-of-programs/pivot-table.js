//! about = "Sums by two columns, as a Markdown table."
//! [files]
//! "/sales.csv" = "region,quarter,amount\nnorth,Q1,10\nsouth,Q1,5\nnorth,Q2,7\nnorth,Q1,2.5\n"

async () => {
  const [, ...rows] = (await state.readFile("/sales.csv")).trim().split("\n").map((l) => l.split(","));
  const table = {};
  const quarters = new Set();
  for (const [region, quarter, amount] of rows) {
    quarters.add(quarter);
    table[region] ??= {};
    table[region][quarter] = (table[region][quarter] ?? 0) + parseFloat(amount);
  }
  const cols = [...quarters].sort();
  const md = [
    `| region | ${cols.join(" | ")} | total |`,
    `|---|${cols.map(() => "---:").join("|")}|---:|`,
    ...Object.keys(table).sort().map((r) => {
      const values = cols.map((q) => table[r][q] ?? 0);
      return `| ${r} | ${values.join(" | ")} | ${values.reduce((a, b) => a + b)} |`;
    }),
  ].join("\n");
  await state.writeFile("/pivot.md", `${md}\n`);
  return md.split("\n");
}
//= result: [
//=   "| region | Q1 | Q2 | total |",
//=   "|---|---:|---:|---:|",
//=   "| north | 12.5 | 7 | 19.5 |",
//=   "| south | 5 | 0 | 5 |",
//= ]
//= created: /pivot.md (- -> 100)
