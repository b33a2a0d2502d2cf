async () => {
  await state.writeJson("/a.json", [1], {});
  return state.readFile("/a.json");
}

//= result: "[\n  1\n]\n"
//= created: /a.json (- -> 8)
