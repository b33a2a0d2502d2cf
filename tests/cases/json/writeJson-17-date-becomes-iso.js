async () => {
  await state.writeJson("/a.json", { d: new Date(0) });
  return state.readFile("/a.json");
}

//= result: "{\n  \"d\": \"1970-01-01T00:00:00.000Z\"\n}\n"
//= created: /a.json (- -> 38)
