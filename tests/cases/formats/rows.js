//! about = "state.rows reads a table in pieces"
//! [files]
//! "/a.csv" = "id,name\n1,Ann\n2,Bob\n"
//! "/a.tsv" = "x\ty\n1\t2\n"
//! "/a.ndjson" = "{\"n\":1}\n\n{\"n\":2}"
//! "/a.log" = "1;2\n"
//! "/broken.csv" = "a,b\n1,2\n\"3\n"
//! "/broken.ndjson" = "{\"n\":1}\n{\"n\":\n"

async () => {
  const all = async (...args) => {
    const rows = [];
    try {
      for await (const row of state.rows(...args)) rows.push(row);
    } catch (error) {
      rows.push(`${error.name} ${error.code ?? ""} ${error.message}`);
    }
    return rows;
  };
  await state.writeFile("/large.csv", `id,text\n${Array.from({ length: 30_000 }, (_, n) => `${n},"text ${n}, more"`).join("\n")}\n`);
  let count = 0, last;
  for await (const row of state.rows("/large.csv", { header: true })) { count++; last = row; }
  const few = [];
  for await (const row of state.rows("/large.csv")) { few.push(row); if (few.length === 2) break; }
  let changed;
  try {
    for await (const row of state.rows("/large.csv")) if (row[0] === "1") await state.writeFile("/large.csv", "a,b\n");
  } catch (error) { changed = [error.code, error.path, error.message]; }
  return {
    csv: await all("/a.csv", { header: true }),
    tsv: await all("/a.tsv"),
    ndjson: await all("/a.ndjson"),
    named: await all("/a.log", { format: "csv", delimiter: ";", cast: true }),
    unknown: await all("/a.log"),
    missing: await all("/none.csv"),
    option: await all("/a.csv", { heder: true }),
    unclosed: await all("/broken.csv"),
    line: await all("/broken.ndjson"),
    count, last, few, changed,
    listed: [...state.rows("/a.csv")].length,
    mapped: state.rows("/a.csv", { header: true }).map((row) => row.name).toArray(),
    keys: ["rows" in state, Object.keys(state).includes("rows")],
  };
}
//= result: {
//=   csv: [{ id: "1", name: "Ann" }, { id: "2", name: "Bob" }],
//=   tsv: [["x", "y"], ["1", "2"]],
//=   ndjson: [{ n: 1 }, { n: 2 }],
//=   named: [[1, 2]],
//=   unknown: [
//=     "TypeError  state.rows does not know the format of /a.log by its name: give { format: \"csv\" }, \"tsv\" or \"ndjson\"",
//=   ],
//=   missing: ["Error ENOENT ENOENT: no such file or directory, readFileBytes '/none.csv'"],
//=   option: [
//=     "TypeError  state.rows has no option heder (similar: header); there are format, delimiter, separator, quote, quoteChar, escape, escapeChar, comment, comments, trim, bom, skip_empty_lines, skipEmptyLines, relax_quotes, relaxQuotes, record_delimiter, newline, relax_column_count, relaxColumnCount, header, columns, dynamicTyping, cast",
//=   ],
//=   unclosed: [
//=     "SyntaxError  state.rows: cell 1: the quote \" that is opened here is not closed (line 3)\n  3",
//=   ],
//=   line: ["SyntaxError  state.rows: line 2: Unexpected end of JSON input"],
//=   count: 30000,
//=   last: { id: "29999", text: "text 29999, more" },
//=   few: [["id", "text"], ["0", "text 0, more"]],
//=   changed: [
//=     "ESTALE",
//=     "/large.csv",
//=     "ESTALE: /large.csv has changed while its rows were read: read them all before you write the file, or write another one",
//=   ],
//=   listed: 3,
//=   mapped: ["Ann", "Bob"],
//=   keys: [true, false],
//= }
//= created: /large.csv (- -> 4)
