async () => {
  await state.writeJson("/a.json", [1], { spaces: -1 });
  return state.readFile("/a.json");
}

//= result: "[1]\n"
//= created: /a.json (- -> 4)
