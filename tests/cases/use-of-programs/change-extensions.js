//! about = "Extensions change; what is in the way is told, not overwritten."
//! [files]
//! "/i/a.jpeg" = "a"
//! "/i/b.JPEG" = "b"
//! "/i/b.jpg" = "old"
//! "/i/deep/c.jpeg" = "c"

async () => {
  const moved = [];
  const conflicts = [];
  for (const file of await state.glob("/i/**/*")) {
    const target = file.replace(/\.jpeg$/i, ".jpg");
    if (target === file) continue;
    if (await state.exists(target)) conflicts.push(target);
    else { await state.mv(file, target); moved.push(target); }
  }
  return { moved, conflicts, b: await state.readFile("/i/b.jpg") };
}
//= result: { moved: ["/i/a.jpg", "/i/deep/c.jpg"], conflicts: ["/i/b.jpg"], b: "old" }
//= created: /i/a.jpg (- -> 1)
//= created: /i/deep/c.jpg (- -> 1)
//= deleted: /i/a.jpeg (1 -> -)
//= deleted: /i/deep/c.jpeg (1 -> -)
