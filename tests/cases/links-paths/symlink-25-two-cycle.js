async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  await state.symlink("/b", "/a"); await state.symlink("/a", "/b");
  return [await E(() => state.readFile("/a")), await E(() => state.realpath("/a")), await state.exists("/a")];
}

//= result: ["E:ELOOP", "E:ELOOP", false]
//= created: /a (- -> 2)
//= created: /b (- -> 2)
