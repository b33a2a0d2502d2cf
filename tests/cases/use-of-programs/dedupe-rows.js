//! about = "Of rows with one key the latest is kept."
//! [files]
//! "/in.csv" = "email,updated,plan\na@x.org,2024-01-02,free\nb@x.org,2024-01-01,pro\nA@x.org ,2024-02-01,pro\n"

async function dedupe(input, output) {
  const [header, ...rows] = (await state.readFile(input)).trimEnd().split("\n");
  const latest = new Map();
  for (const row of rows) {
    const [email, updated] = row.split(",");
    const key = email.trim().toLowerCase();
    const known = latest.get(key);
    if (!known || known.updated < updated) latest.set(key, { updated, row });
  }
  const kept = [...latest.values()].map(({ row }) => row);
  await state.writeFile(output, [header, ...kept, ""].join("\n"));
  return { read: rows.length, kept: kept.length };
}

export default async () => {
  const result = await dedupe("/in.csv", "/out.csv");
  return { ...result, out: await state.readFile("/out.csv") };
};
//= result: {
//=   read: 3,
//=   kept: 2,
//=   out: "email,updated,plan\nA@x.org ,2024-02-01,pro\nb@x.org,2024-01-01,pro\n",
//= }
//= created: /out.csv (- -> 66)
