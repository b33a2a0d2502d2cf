async () => {
  const csv = `date,region,amount
2024-01-03,EU,10.50
2024-01-04,US,20
2024-02-01,EU,7.25
2024-02-11,APAC,3
2024-02-12,US,1.75`;
  const [head, ...body] = csv.trim().split('\n').map((line) => line.split(','));
  const rows = body.map((cells) => Object.fromEntries(cells.map((cell, i) => [head[i], cell])));
  const sums = new Map();
  for (const { date, region, amount } of rows) {
    const key = `${date.slice(0, 7)}|${region}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(amount));
  }
  const table = [...sums].map(([key, total]) => {
    const [month, region] = key.split('|');
    return { month, region, total: total.toFixed(2) };
  });
  table.sort((a, b) => a.month.localeCompare(b.month) || b.total - a.total);
  return table;
}

//= result: [
//=   { month: "2024-01", region: "US", total: "20.00" },
//=   { month: "2024-01", region: "EU", total: "10.50" },
//=   { month: "2024-02", region: "EU", total: "7.25" },
//=   { month: "2024-02", region: "APAC", total: "3.00" },
//=   { month: "2024-02", region: "US", total: "1.75" },
//= ]
