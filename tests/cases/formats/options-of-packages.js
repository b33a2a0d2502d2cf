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
