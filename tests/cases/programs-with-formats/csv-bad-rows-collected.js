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
