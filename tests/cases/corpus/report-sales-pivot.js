async () => {
  const sales = [['Q1', 'EU', 100.5], ['Q1', 'US', 250], ['Q2', 'EU', 80.25], ['Q2', 'US', 300], ['Q2', 'APAC', 20], ['Q1', 'EU', 10]];
  const quarters = [...new Set(sales.map(([q]) => q))].sort();
  const regions = [...new Set(sales.map(([, r]) => r))].sort();
  const cell = (q, r) => sales.filter(([a, b]) => a === q && b === r).reduce((s, [, , n]) => s + n, 0);
  const money = (n) => n.toLocaleString('en-US', { minimumFractionDigits: 2 });
  const lines = [['', ...regions, 'Total'], ...quarters.map((q) => [q, ...regions.map((r) => money(cell(q, r))), money(regions.reduce((s, r) => s + cell(q, r), 0))])];
  const report = lines.map((l) => l.map((c, i) => (i ? c.padStart(10) : c.padEnd(4))).join('')).join('\n');
  console.log(report);
  return { share: regions.map((r) => `${r} ${((100 * quarters.reduce((s, q) => s + cell(q, r), 0)) / sales.reduce((s, [, , n]) => s + n, 0)).toFixed(1)}%`) };
}

//= result: { share: ["APAC 2.6%", "EU 25.1%", "US 72.3%"] }
//= console.log: "          APAC        EU        US     Total\nQ1        0.00    110.50    250.00    360.50\nQ2       20.00     80.25    300.00    400.25"
