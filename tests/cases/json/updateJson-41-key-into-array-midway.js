//! [files]
//! "/c.json" = "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.updateJson("/c.json", [{"op":"set","path":".list.0.x","value":1}]));
  return [typeof r === "string" ? r : r.value, await state.readJson("/c.json")];
}

//= result: ["E:?", { name: "app", v: 1, list: [1, 2, 3], o: { a: { b: 1 } } }]
