async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const r = await E(() => state.symlink("", "/l"));
  return [r, await E(() => state.readlink("/l"))];
}

//= result: ["E:EINVAL", "E:ENOENT"]
