//! about = "Prices of one supplier are raised by five percent in a table from Excel, whose mark at the start, line ends and other cells stay."
//! [files]
//! "/prices.csv" = """
//! \uFEFFSKU,Supplier,Description,Price\r
//! A-100,Nordic,"Hinge, steel",4.20\r
//! A-101,Nordic,"Hinge 3"" brass",6.00\r
//! B-200,Alpine,Screw M4,0.08\r
//! B-201,Alpine,"Washer\r
//! (bag of 100)",1.99\r
//! """

async () => {
  const before = await state.readFile("/prices.csv");
  const rows = await state.readCsv("/prices.csv", { header: true });
  for (const row of rows) {
    if (row.Supplier === "Nordic") row.Price = (Number(row.Price) * 1.05).toFixed(2);
  }
  await state.writeCsv("/prices.csv", rows, { bom: true });
  const after = await state.readFile("/prices.csv");
  return { before, after };
}
//= result: {
//=   before: "\ufeffSKU,Supplier,Description,Price\r\nA-100,Nordic,\"Hinge, steel\",4.20\r\nA-101,Nordic,\"Hinge 3\"\" brass\",6.00\r\nB-200,Alpine,Screw M4,0.08\r\nB-201,Alpine,\"Washer\r\n(bag of 100)\",1.99\r\n",
//=   after: "\ufeffSKU,Supplier,Description,Price\r\nA-100,Nordic,\"Hinge, steel\",4.41\r\nA-101,Nordic,\"Hinge 3\"\" brass\",6.30\r\nB-200,Alpine,Screw M4,0.08\r\nB-201,Alpine,\"Washer\r\n(bag of 100)\",1.99\r\n",
//= }
//= changed: /prices.csv (176 -> 176)
