async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  await E(() => state.writeFileBytes("/b", [1, 2, 3]));
  return E(() => state.readFile("/b"));
}

//= result: "\u0001\u0002\u0003"
//= created: /b (- -> 3)
