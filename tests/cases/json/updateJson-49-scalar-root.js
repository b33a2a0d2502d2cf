//! [files]
//! "/c.json" = "5\n"

async () => {
  //+ value-or-code
  const r = await E(() => state.updateJson("/c.json", [{"op":"set","path":"a","value":1}]));
  return [typeof r === "string" ? r : r.value, await state.readJson("/c.json")];
}

//= result: ["E:?", 5]
