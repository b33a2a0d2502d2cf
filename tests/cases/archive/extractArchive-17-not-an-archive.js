//! [files]
//! "/x.tar" = "hello"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.extractArchive("/x.tar", "/out"));
  return [r, await state.exists("/out")];
}

//= result: ["E:EBADMSG", false]
