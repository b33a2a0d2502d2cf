async () => {
  await state.writeJson("/a.json", { a: [1, 2] }, { spaces: 4 });
  return state.readFile("/a.json");
}

//= result: "{\n    \"a\": [\n        1,\n        2\n    ]\n}\n"
//= created: /a.json (- -> 42)
