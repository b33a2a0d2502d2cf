//! [files]
//! "/in/people.csv" = "id,name,age\n1,Ann,34\n2,\"Bob, Jr\",28\n3,\"Say \"\"hi\"\"\",\n4,Zoë,51\n"

async () => {
  const parseLine = (line) => {
    const out = []; let cur = "", q = false;
    for (let i = 0; i < line.length; i++) {
      const ch = line[i];
      if (q) { if (ch === '"' && line[i + 1] === '"') { cur += '"'; i++; } else if (ch === '"') q = false; else cur += ch; }
      else if (ch === '"') q = true;
      else if (ch === ",") { out.push(cur); cur = ""; }
      else cur += ch;
    }
    out.push(cur);
    return out;
  };
  const [head, ...rows] = (await state.readFile("/in/people.csv")).trim().split("\n").map(parseLine);
  const data = rows.map((r) => Object.fromEntries(head.map((h, i) => [h, h === "age" ? (r[i] ? Number(r[i]) : null) : r[i]])));
  await state.writeJson("/out/people.json", data);
  return { data, second: await state.queryJson("/out/people.json", "[1].name"), size: (await state.stat("/out/people.json")).size };
}

//= result: {
//=   data: [
//=     { id: "1", name: "Ann", age: 34 },
//=     { id: "2", name: "Bob, Jr", age: 28 },
//=     { id: "3", name: "Say \"hi\"", age: null },
//=     { id: "4", name: "Zoë", age: 51 },
//=   ],
//=   second: "Bob, Jr",
//=   size: 245,
//= }
//= created: /out (- -> 0)
//= created: /out/people.json (- -> 245)
