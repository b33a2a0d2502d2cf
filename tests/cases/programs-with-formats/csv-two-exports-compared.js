//! about = "Two exports of a stock list are compared by number: what is new, what is gone, which cells changed."
//! [files]
//! "/stock-monday.csv" = """
//! sku,name,quantity,location
//! 100,Bolt M6,250,A1
//! 101,Nut M6,240,A1
//! 102,"Rope, 10 m",12,C4
//! 103,Pulley,3,C5
//! """
//! "/stock-friday.csv" = """
//! \"sku\",\"location\",\"name\",\"quantity\"
//! \"103\",\"C5\",\"Pulley\",\"3\"
//! \"100\",\"A1\",\"Bolt M6\",\"180\"
//! \"102\",\"B2\",\"Rope, 10 m\",\"9\"
//! \"104\",\"C6\",\"Hook \"\"XL\"\"\",\"30\"
//! """

type Row = Record<string, string>;

async function index(path: string): Promise<Map<string, Row>> {
  const rows: Row[] = await state.readCsv(path, { header: true });
  return new Map(rows.map((row) => [row.sku, row]));
}

export default async function compare() {
  const [before, after] = await Promise.all([index("/stock-monday.csv"), index("/stock-friday.csv")]);
  const changed = [...after].flatMap(([sku, row]) => {
    const old = before.get(sku);
    return old ? Object.keys(row).filter((key) => row[key] !== old[key]).map((key) => `${sku} ${key}: ${old[key]} -> ${row[key]}`) : [];
  });
  const added = [...after.keys()].filter((sku) => !before.has(sku)).map((sku) => after.get(sku));
  const removed = [...before.keys()].filter((sku) => !after.has(sku));
  return { added, removed, changed: changed.sort() };
}
//= result: {
//=   added: [{ sku: "104", location: "C6", name: "Hook \"XL\"", quantity: "30" }],
//=   removed: ["101"],
//=   changed: ["100 quantity: 250 -> 180", "102 location: C4 -> B2", "102 quantity: 12 -> 9"],
//= }
