//! about = "CSV.stringify: the union of the keys, quotes where they are needed, and what JSON has no text for"

async () => {
  const texts = [
    CSV.stringify([{ a: 1, b: 'x, "y"' }, { b: null, c: true }]),
    CSV.stringify([["a", ""], [new Date(0), { k: [1] }]]),
    CSV.stringify([{ a: 1, b: 2 }], { header: false, newline: "\r\n", delimiter: ";" }),
    CSV.stringify([{ a: 1, b: 2 }], { columns: ["b"], quoted: true, bom: true }),
    CSV.stringify([]),
    CSV.stringify([[1n, undefined, -0]], { eof: false }),
  ];
  const rows = [{ id: "1", text: 'line\none, "two"' }, { id: "2", text: "" }];
  return { texts, same: JSON.stringify(CSV.parse(CSV.stringify(rows), { header: true })) === JSON.stringify(rows) };
}
//= result: {
//=   texts: [
//=     "a,b,c\n1,\"x, \"\"y\"\"\",\n,,true\n",
//=     "a,\n1970-01-01T00:00:00.000Z,\"{\"\"k\"\":[1]}\"\n",
//=     "1;2\r\n",
//=     "\ufeff\"b\"\n\"2\"\n",
//=     "",
//=     "1,,0",
//=   ],
//=   same: true,
//= }
