//! [files]
//! "/f.gz" = ""

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.decompressFile("/f.gz"));
  return [typeof r === "string", await state.exists("/f")];
}

//= result: [true, false]
