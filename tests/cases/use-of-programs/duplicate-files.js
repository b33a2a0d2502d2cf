//! about = "Files of one content, by their hashes; the copies become links."
//! [files]
//! "/a.txt" = "same\n"
//! "/b/c.txt" = "same\n"
//! "/d.txt" = "other\n"
//! "/e.txt" = "same\n"

async () => {
  const groups = new Map();
  for (const file of (await state.glob("/**/*.txt")).sort()) {
    const hash = await state.hashFile(file);
    groups.set(hash, [...(groups.get(hash) ?? []), file]);
  }
  let saved = 0;
  for (const [original, ...copies] of groups.values()) {
    for (const copy of copies) {
      saved += (await state.stat(copy)).size;
      await state.rm(copy);
      await state.symlink(original, copy);
    }
  }
  return { saved, link: await state.readlink("/b/c.txt"), text: await state.readFile("/e.txt"), type: (await state.lstat("/d.txt")).type };
}
//= result: { saved: 10, link: "/a.txt", text: "same\n", type: "file" }
//= changed: /b/c.txt (5 -> 6)
//= changed: /e.txt (5 -> 6)
