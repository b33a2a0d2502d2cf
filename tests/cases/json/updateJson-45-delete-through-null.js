//! [files]
//! "/c.json" = "{\n  \"n\": null\n}\n"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.updateJson("/c.json", [{"op":"delete","path":".n.x.y"}]));
  return [typeof r === "string" ? r : r.value, await state.readJson("/c.json")];
}

//= result: [{ n: null }, { n: null }]
