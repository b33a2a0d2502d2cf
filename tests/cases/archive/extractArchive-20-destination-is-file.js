//! [files]
//! "/one" = "1"
//! "/out" = "file"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  await state.createArchive("/x.tar", ["/one"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out"));
  return typeof r === "string" ? r : [r, await state.readFile("/out/one")];
}

//= result: "E:ENOTDIR"
//= created: /x.tar (- -> 2048)
