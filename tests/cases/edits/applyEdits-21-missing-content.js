//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.applyEdits([{ path: "/c.txt" }]));
  return [r, await state.readFile("/c.txt")];
}

//= result: ["E:?", "one\ntwo\nthree\n"]
