//! [files]
//! "/a" = "1"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  await E(() => state.appendFile("/a", 2));
  return E(() => state.readFile("/a"));
}

//= result: "1"
