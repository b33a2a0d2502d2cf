//! [options]
//! commit = "dry-run"
//! [files]
//! "/a" = "x\n"

async () => {
  const point = await state.checkpoint("before");
  await state.applyPatch("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n");
  const changed = await state.readFile("/a");
  const restored = await state.restore(point);
  const undone = await state.undo();
  return { point, changed, restored, undone, left: await state.readdir("/") };
}
//= result: {
//=   point: { name: "before", run: 1 },
//=   changed: "y\n",
//=   restored: { name: "before", runs: 1, dryRun: false, created: [], changed: ["/a"], deleted: [] },
//=   undone: { run: 1, label: "", dryRun: false, created: [], changed: [], deleted: ["/a"] },
//=   left: [],
//= }
//= created: /.checkpoints (- -> 0)
//= created: /.checkpoints/before (- -> 9)
//= deleted: /a (2 -> -)
//= committed: no
