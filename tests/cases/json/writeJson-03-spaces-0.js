async () => {
  await state.writeJson("/a.json", { a: [1, 2] }, { spaces: 0 });
  return state.readFile("/a.json");
}

//= result: "{\"a\":[1,2]}\n"
//= created: /a.json (- -> 12)
