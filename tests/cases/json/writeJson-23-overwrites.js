//! [files]
//! "/a.json" = "a much longer previous content"

async () => {
  await state.writeJson("/a.json", 1);
  return state.readFile("/a.json");
}

//= result: "1\n"
//= changed: /a.json (30 -> 2)
