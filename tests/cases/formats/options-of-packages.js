//! about = "Options of packages that are not here say what to write, and functions of formats work in map"

async () => {
  const answers = [
    [{ a: 1 }, { b: [2] }].map(YAML.stringify),
    [[[1]], [[2]]].map(CSV.stringify),
    ["a: 1", "b: 2"].map(YAML.parse),
    ["<a>1</a>", "<b/>"].map(XML.parse),
    YAML.stringify({ a: { b: 1 } }, null, 4),
    YAML.stringify(["--name", "--", "-x"]),
  ];
  const double = (name) => name + name;
  const attempts = [
    () => CSV.parse("a\n1", { from: 2 }),
    () => CSV.parse("a\n1", { to: 1 }),
    () => CSV.parse("note\na\n1", { from_line: 2 }),
    () => CSV.parse("a\n1", { to_line: 1 }),
    () => CSV.parse("a\n1", { header: true, transformHeader: double }),
    () => CSV.parse("a\n1", { columns: (names) => names.map(double) }),
    () => CSV.parse("a\n1", { cast: { a: Number } }),
    () => CSV.parse("a,b", { delimiter: [",", ";"] }),
    () => CSV.parse("a,,\n1,2,3", { header: true }),
    () => CSV.parse("a,,\n1,2,3", { columns: (names) => names.map((name, at) => name || `column ${at + 1}`) }),
    () => CSV.parse("a,b\n01234,+49123", { header: true, cast: true }),
    () => YAML.stringify({ a: 1 }, 0),
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
//=   ["a: 1\n", "b:\n  - 2\n"],
//=   ["1\n", "2\n"],
//=   [{ a: 1 }, { b: 2 }],
//=   [{ a: "1" }, { b: "" }],
//=   "a:\n    b: 1\n",
//=   "- --name\n- \"--\"\n- -x\n",
//=   "TypeError: CSV.parse has no option from: take the rows that are wanted with .slice(from - 1)",
//=   "TypeError: CSV.parse has no option to: take the rows that are wanted with .slice(0, to)",
//=   "TypeError: CSV.parse has no option from_line: give text.split(/(?<=\\n)/).slice(from_line - 1).join(\"\") as the text",
//=   "TypeError: CSV.parse has no option to_line: give text.split(/(?<=\\n)/).slice(0, to_line).join(\"\") as the text",
//=   "TypeError: CSV.parse has no option transformHeader: write columns: (names) => names.map(transformHeader)",
//=   [{ aa: "1" }],
//=   "TypeError: CSV.parse: cast must be true or a function such as (cell, { column }) => column === \"n\" ? Number(cell) : cell, not an object",
//=   "TypeError: CSV.parse: delimiter must be a string, not an array",
//=   "SyntaxError: CSV.parse: two columns have no name: CSV.parse(text, { columns: (names) => names.map((name, at) => name || `column ${at + 1}`) }) names them (line 1, column 1)\n  a,,\n  ^",
//=   [{ a: "1", "column 2": "2", "column 3": "3" }],
//=   [{ a: 1234, b: 49123 }],
//=   "RangeError: YAML.stringify: indent must be a whole number from 1 to 9, not 0",
//= ]
