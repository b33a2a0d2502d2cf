//! [files]
//! "/c.json" = "{\n  \"n\": null\n}\n"

async () => {
  //+ value-or-code
  const r = await E(() => state.updateJson("/c.json", [{"op":"delete","path":".n.x.y"}]));
  return [typeof r === "string" ? r : r.value, await state.readJson("/c.json")];
}

//= result: [{ n: null }, { n: null }]
