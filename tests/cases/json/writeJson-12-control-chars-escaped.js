async () => {
  await state.writeJson("/a.json", "\u0001\t\n\"\\/\u007f");
  return state.readFile("/a.json");
}

//= result: "\"\\u0001\\t\\n\\\"\\\\/\u007f\"\n"
//= created: /a.json (- -> 19)
