//! [files]
//! "/a.txt" = "one\n"
//! "/b.txt" = "two\n"

async () => {
  const plan = await state.planEdits([
    { kind: "replace", path: "/a.txt", search: "one", replacement: "1" },
    { kind: "write", path: "/c.txt", content: "three\n" },
  ]);
  const { totalChanged } = await state.applyEditPlan(plan);
  return [plan.totalChanged, totalChanged, await state.readFile("/a.txt"), await state.readFile("/c.txt")];
}
//= result: [2, 2, "1\n", "three\n"]
//= created: /c.txt (- -> 6)
//= changed: /a.txt (4 -> 2)
