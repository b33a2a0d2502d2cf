//! about = "Edits are planned, looked at, and applied only where they change something."
//! [files]
//! "/c/a.json" = "{\"v\": 1}\n"
//! "/c/b.txt" = "alpha beta\nalpha\n"
//! "/c/same.txt" = "same"

async () => {
  const plan = await state.planEdits([
    { kind: "replace", path: "/c/b.txt", search: "alpha", replacement: "omega" },
    { kind: "writeJson", path: "/c/a.json", value: { v: 2 } },
    { kind: "write", path: "/c/same.txt", content: "same" },
    { kind: "write", path: "/c/new/file.txt", content: "new\n" },
  ]);
  const before = await state.readFile("/c/b.txt");
  const dry = await state.applyEditPlan(plan, { dryRun: true });
  const done = await state.applyEditPlan(plan);
  const stale = await state.applyEditPlan(plan).then((r) => r.totalChanged, (e) => e.code);
  return {
    planned: plan.edits.map((e) => [e.path, e.changed]),
    diff: plan.edits[0].diff,
    before,
    totals: [plan.totalChanged, plan.totalInstructions, dry.totalChanged, dry.dryRun, done.totalChanged],
    stale,
    after: [await state.readFile("/c/b.txt"), await state.readFile("/c/a.json"), await state.readFile("/c/new/file.txt")],
  };
}
//= result: {
//=   planned: [
//=     ["/c/b.txt", true],
//=     ["/c/a.json", true],
//=     ["/c/same.txt", false],
//=     ["/c/new/file.txt", true],
//=   ],
//=   diff: "--- /c/b.txt\n+++ /c/b.txt\n@@ -1,2 +1,2 @@\n-alpha beta\n-alpha\n+omega beta\n+omega\n",
//=   before: "alpha beta\nalpha\n",
//=   totals: [3, 4, 3, true, 3],
//=   stale: 0,
//=   after: ["omega beta\nomega\n", "{\n  \"v\": 2\n}\n", "new\n"],
//= }
//= created: /c/new (- -> 0)
//= created: /c/new/file.txt (- -> 4)
//= changed: /c/a.json (9 -> 13)
//= changed: /c/b.txt (17 -> 17)
