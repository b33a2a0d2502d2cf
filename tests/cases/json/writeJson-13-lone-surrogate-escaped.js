async () => {
  await state.writeJson("/a.json", "\ud800");
  return state.readFile("/a.json");
}

//= result: "\"\\ud800\"\n"
//= created: /a.json (- -> 9)
