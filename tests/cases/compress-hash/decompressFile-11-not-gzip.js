//! [files]
//! "/f.gz" = "plain text, not gzip"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.decompressFile("/f.gz"));
  return [r, await state.exists("/f")];
}

//= result: ["E:?", false]
