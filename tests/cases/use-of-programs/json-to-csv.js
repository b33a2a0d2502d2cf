//! about = "Values with separators, quotes and line ends are quoted."
//! [files]
//! "/rows.json" = "[{\"a\":1,\"b\":\"x,y\"},{\"a\":null,\"b\":\"say \\\"hi\\\"\",\"c\":true},{\"b\":\"two\\nlines\",\"c\":[1,2]}]"

async () => {
  const rows = await state.readJson("/rows.json");
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value) => {
    if (value === null || value === undefined) return "";
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csv = [columns.join(","), ...rows.map((row) => columns.map((c) => cell(row[c])).join(","))].join("\n") + "\n";
  await state.writeFile("/rows.csv", csv);
  const stat = await state.stat("/rows.csv");
  return { csv, size: stat.size };
}
//= result: {
//=   csv: "a,b,c\n1,\"x,y\",\n,\"say \"\"hi\"\"\",true\n,\"two\nlines\",\"[1,2]\"\n",
//=   size: 55,
//= }
//= created: /rows.csv (- -> 55)
