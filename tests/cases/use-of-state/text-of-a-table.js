//! about = "A Markdown table is aligned, with wide letters and escaped bars."
//! [files]
//! "/t.md" = "| a | bb |\n|---|:--:|\n| 1 | x \\| y |\n| 東京 | |\ntext | no table\n"

async () => {
  const text = await state.readFile("/t.md");
  const width = (s) => [...s].reduce((n, c) => n + (/[\u1100-\u115f\u2e80-\uffdc]/.test(c) ? 2 : 1), 0);
  const split = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((c) => c.trim());
  const lines = text.split("\n");
  const end = lines.findIndex((l) => !l.startsWith("|"));
  const rows = lines.slice(0, end).map(split);
  const widths = rows[0].map((_, i) => Math.max(3, ...rows.filter((_, r) => r !== 1).map((row) => width(row[i] ?? ""))));
  const render = (row, r) => `| ${row.map((cell, i) => (r === 1 ? cell.replace(/-+/, (d) => d.padEnd(widths[i] - (cell.length - d.length), "-")) : cell + " ".repeat(widths[i] - width(cell)))).join(" | ")} |`;
  await state.writeFile("/t.md", [...rows.map(render), ...lines.slice(end)].join("\n"));
  return (await state.readFile("/t.md")).split("\n");
}
//= result: [
//=   "| a    | bb     |",
//=   "| ---- | :----: |",
//=   "| 1    | x \\| y |",
//=   "| 東京 |        |",
//=   "text | no table",
//=   "",
//= ]
//= changed: /t.md (66 -> 90)
