//! [files]
//! "/f.gz" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 87, 40, 207, 47, 202] }

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.decompressFile("/f.gz"));
  return [r, await state.exists("/f")];
}

//= result: ["E:?", false]
