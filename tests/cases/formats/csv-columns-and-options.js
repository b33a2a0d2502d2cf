//! about = "CSV: columns with headers, and options that are refused with what to write"

async () => {
  const answers = [];
  const attempts = [
    () => CSV.stringify([{ a: 1, b: 2 }], { columns: [{ key: "a", header: "A" }, { key: "b" }, "c"] }),
    () => CSV.stringify([{ a: 1, b: 2 }], { columns: { b: "B,b", a: "A" } }),
    () => CSV.stringify([[1, 2]], { columns: [{ key: "a", header: "A" }, "b"] }),
    () => CSV.stringify([{ a: 1 }], { columns: [["a"]] }),
    () => CSV.stringify([{ a: 1 }], { columns: [{ name: "a" }] }),
    () => CSV.stringify([{ a: 1 }], { columns: { a: { header: "A" } } }),
    () => CSV.stringify([{ a: 1 }], { columns: true }),
    () => CSV.parse("1,2", { columns: [{ name: "a" }, "b"] }),
    () => CSV.parse("1,2", { columns: ["a", false] }),
    () => CSV.parse("a;b\n1;2", { header: true }),
    () => CSV.parse("a,b", { delimiter: "auto" }),
  ];
  for (const attempt of attempts) {
    try {
      answers.push(attempt());
    } catch (error) {
      answers.push(`${error.name}: ${error.message}`);
    }
  }
  return answers;
}
//= result: [
//=   "A,b,c\n1,2,\n",
//=   "\"B,b\",A\n2,1\n",
//=   "A,b\n1,2\n",
//=   "TypeError: CSV.stringify: columns[0] must be names or { key, header }, not an array",
//=   "TypeError: CSV.stringify: columns[0] must be names or { key, header }, not an object",
//=   "TypeError: CSV.stringify: the members of columns must be names or { key, header }, not an object",
//=   "TypeError: CSV.stringify: columns must be names or { key, header }, not a boolean",
//=   [{ a: "1", b: "2" }],
//=   "TypeError: CSV.parse: columns[1] must be a name, not a boolean: give all names, and drop a column from the rows",
//=   [{ "a;b": "1;2" }],
//=   "TypeError: CSV.parse: delimiter: \"auto\" is not here: give the text between cells, such as \",\", \";\", \"\\t\" or \"|\"",
//= ]
//= console.warn: the header of the table is one cell, "a;b": { delimiter: ';' } parts it
