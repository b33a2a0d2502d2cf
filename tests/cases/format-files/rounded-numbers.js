//! [files]
//! "/a.yaml" = "id: 12345678901234567890\n"

async () => {
  const read = await state.readYaml("/a.yaml");
  await state.writeYaml("/b.yaml", { ...read, x: 1 });
  await state.updateJson("/a.yaml", [{ op: "set", path: "x", value: 1 }]);
  return [await state.readFile("/a.yaml"), await state.readFile("/b.yaml")];
}
//= result: ["id: 12345678901234567890\nx: 1\n", "id: 12345678901234567000\nx: 1\n"]
//= console.warn: note: the number 12345678901234567890 of '/a.yaml' is 12345678901234567000 in JavaScript, and writeYaml has written that to '/b.yaml': state.updateJson keeps the digits of all that it does not change, and state.readFile gives them as text
//= created: /b.yaml (- -> 30)
//= changed: /a.yaml (25 -> 30)
