//! about = "A parser of quoted fields, line ends inside of them too."
//! [files]
//! "/in.csv" = "id,name,city,amount\n1,\"Smith, John\",Berlin,10.50\n2,\"O\"\"Neil\",,20\r\n3,\"multi\nline\",Paris,-1.25\n"

function parseCsv(text) {
  const rows = [];
  let row = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '"') {
        if (text[i + 1] === '"') { field += '"'; i++; } else quoted = false;
      } else field += c;
    } else if (c === '"') quoted = true;
    else if (c === ",") { row.push(field); field = ""; }
    else if (c === "\n") { row.push(field); rows.push(row); row = []; field = ""; }
    else if (c !== "\r") field += c;
  }
  if (field !== "" || row.length > 0) { row.push(field); rows.push(row); }
  return rows;
}

async function main() {
  const [header, ...rows] = parseCsv(await state.readFile("/in.csv"));
  const records = rows.map((row) => Object.fromEntries(header.map((key, i) => [key, row[i]])));
  const total = records.reduce((sum, r) => sum + Number(r.amount), 0);
  await state.writeJson("/out.json", { total, records });
  return { total, names: records.map((r) => r.name), saved: await state.readFile("/out.json") };
}

main().then((result) => result).catch((error) => { console.error(error); process.exit(1); });
//= result: {
//=   total: 29.25,
//=   names: ["Smith, John", "O\"Neil", "multi\nline"],
//=   saved: "{\n  \"total\": 29.25,\n  \"records\": [\n    {\n      \"id\": \"1\",\n      \"name\": \"Smith, John\",\n      \"city\": \"Berlin\",\n      \"amount\": \"10.50\"\n    },\n    {\n      \"id\": \"2\",\n      \"name\": \"O\\\"Neil\",\n      \"city\": \"\",\n      \"amount\": \"20\"\n    },\n    {\n      \"id\": \"3\",\n      \"name\": \"multi\\nline\",\n      \"city\": \"Paris\",\n      \"amount\": \"-1.25\"\n    }\n  ]\n}\n",
//= }
//= created: /out.json (- -> 347)
