//! [files]
//! "/a.txt" = "A"

async () => {
  const read = async (p, d) => ((await state.exists(p)) ? state.readFile(p) : d);
  const st = await state.stat("/missing");
  const bad = await state.readJson("/a.txt").catch((e) => e.message.slice(0, 23));
  return [await read("/a.txt", "?"), await read("/b.txt", "default"), st, bad, await state.readdir("/none").catch(() => [])];
}

//= result: ["A", "default", null, "Invalid JSON in /a.txt:", []]
