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
