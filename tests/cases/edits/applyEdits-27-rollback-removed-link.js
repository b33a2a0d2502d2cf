//! [files]
//! "/l" = { symlink = "t" }
//! "/t" = "1"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  await E(() => state.applyEdits([{ path: "/l", content: "2" }, { path: "/", content: "x" }]));
  return [(await state.lstat("/l")).type, await state.readFile("/l"), await state.readFile("/t")];
}

//= result: ["symlink", "1", "1"]
