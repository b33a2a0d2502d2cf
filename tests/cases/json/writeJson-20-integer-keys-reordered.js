async () => {
  await state.writeJson("/a.json", { b: 1, 2: 2, 1: 3 }, { spaces: 0 });
  return state.readFile("/a.json");
}

//= result: "{\"1\":3,\"2\":2,\"b\":1}\n"
//= created: /a.json (- -> 20)
