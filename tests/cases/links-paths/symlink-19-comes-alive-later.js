//! [files]
//! "/l" = { symlink = "later" }

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const before = await E(() => state.readFile("/l")); await state.writeFile("/later", "now");
  return [before, await state.readFile("/l")];
}

//= result: ["E:ENOENT", "now"]
//= created: /later (- -> 3)
