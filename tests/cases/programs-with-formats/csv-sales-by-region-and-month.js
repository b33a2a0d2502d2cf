//! about = "Sales are added up by region and month, the months as columns."
//! [files]
//! "/data/sales.csv" = """
//! order_id,date,region,product,quantity,unit_price
//! 1001,2024-01-03,North,Desk lamp,4,24.90
//! 1002,2024-01-09,South,\"Chair, oak\",2,119.00
//! 1003,2024-01-15,North,\"Monitor 27\"\"\",1,289.50
//! 1004,2024-01-28,East,Desk lamp,10,22.50
//! 1005,2024-02-02,South,Desk lamp,3,24.90
//! 1006,2024-02-11,North,\"Chair, oak\",1,119.00
//! 1007,2024-02-14,East,\"Shelf, 3 boards\",5,49.95
//! 1008,2024-02-29,South,\"Monitor 27\"\"\",2,289.50
//! 1009,2024-03-01,North,\"Shelf, 3 boards\",2,49.95
//! 1010,2024-03-18,East,\"Chair, oak\",4,115.00
//! 1011,2024-03-22,South,Desk lamp,1,24.90
//! 1012,2024-03-30,North,Desk lamp,6,22.50
//! """

async () => {
  const rows = await state.readCsv("/data/sales.csv", { header: true, cast: true });
  const table = {};
  for (const { date, region, quantity, unit_price } of rows) {
    const month = date.slice(0, 7);
    table[region] ??= {};
    table[region][month] = Math.round(((table[region][month] ?? 0) + quantity * unit_price) * 100) / 100;
  }
  const best = Object.entries(table)
    .map(([region, months]) => ({ region, total: Object.values(months).reduce((a, b) => a + b, 0).toFixed(2) }))
    .sort((a, b) => b.total - a.total)[0];
  return { table, best };
}
//= result: {
//=   table: {
//=     North: { "2024-01": 389.1, "2024-02": 119, "2024-03": 234.9 },
//=     South: { "2024-01": 238, "2024-02": 653.7, "2024-03": 24.9 },
//=     East: { "2024-01": 225, "2024-02": 249.75, "2024-03": 460 },
//=   },
//=   best: { region: "East", total: "934.75" },
//= }
