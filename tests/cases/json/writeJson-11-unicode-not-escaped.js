async () => {
  await state.writeJson("/a.json", { "é": "😀\u2028" });
  return state.readFile("/a.json");
}

//= result: "{\n  \"é\": \"😀\u2028\"\n}\n"
//= created: /a.json (- -> 22)
