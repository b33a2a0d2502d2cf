//! [files]
//! "/f" = "keep"
//! "/f.gz" = "bad"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  await E(() => state.decompressFile("/f.gz"));
  return state.readFile("/f");
}

//= result: "keep"
