//! about = "Rows of an import are checked; those that fail are written to a table of their own with line and reason."
//! [files]
//! "/import.csv" = """
//! email,age,plan
//! ann@example.com,34,pro
//! bo.example.com,28,free
//! "cy@example.com",17,free
//! dee@example.com,41
//! eve@example.com,abc,pro
//! fay@example.com,52,gold,extra
//! gus@example.com,39,free
//! """

async () => {
  const [header, ...rows] = await state.readCsv("/import.csv", { relax_column_count: true });
  const good = [];
  const bad = [];
  for (const [index, cells] of rows.entries()) {
    const [email, age, plan] = cells;
    const reasons = [];
    if (cells.length !== header.length) reasons.push(`${cells.length} cells instead of ${header.length}`);
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) reasons.push("no address");
    if (!(Number(age) >= 18)) reasons.push(`age "${age}"`);
    if (plan && !["free", "pro"].includes(plan)) reasons.push(`plan "${plan}"`);
    if (reasons.length) bad.push({ line: index + 2, reason: reasons.join("; "), row: cells.join(",") });
    else good.push({ email, age: Number(age), plan });
  }
  await state.writeCsv("/rejected.csv", bad);
  return { good, rejected: await state.readFile("/rejected.csv") };
}
//= result: {
//=   good: [
//=     { email: "ann@example.com", age: 34, plan: "pro" },
//=     { email: "gus@example.com", age: 39, plan: "free" },
//=   ],
//=   rejected: "line,reason,row\n3,no address,\"bo.example.com,28,free\"\n4,\"age \"\"17\"\"\",\"cy@example.com,17,free\"\n5,2 cells instead of 3,\"dee@example.com,41\"\n6,\"age \"\"abc\"\"\",\"eve@example.com,abc,pro\"\n7,\"4 cells instead of 3; plan \"\"gold\"\"\",\"fay@example.com,52,gold,extra\"\n",
//= }
//= created: /rejected.csv (- -> 252)
