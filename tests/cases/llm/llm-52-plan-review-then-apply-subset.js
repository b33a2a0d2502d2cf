//! [files]
//! "/x/1.txt" = "foo 1\n"
//! "/x/2.txt" = "foo 2\n"
//! "/x/3.txt" = "bar\n"

async () => {
  const plan = await state.planEdits(["1", "2", "3"].map((n) => ({ kind: "replace", path: `/x/${n}.txt`, search: "foo", replacement: "baz" })));
  const review = plan.edits.map((e) => ({ path: e.path, changed: e.changed, plus: e.diff.split("\n").filter((l) => l.startsWith("+") && !l.startsWith("+++")).length }));
  const subset = { ...plan, edits: plan.edits.filter((e) => e.changed && e.path !== "/x/2.txt") };
  const preview = await state.applyEditPlan(subset, { dryRun: true });
  const done = await state.applyEditPlan(subset);
  return { review, preview: [preview.dryRun, preview.totalChanged], done: [done.dryRun, done.totalChanged], two: await state.readFile("/x/2.txt"), one: await state.readFile("/x/1.txt") };
}

//= result: {
//=   review: [
//=     { path: "/x/1.txt", changed: true, plus: 1 },
//=     { path: "/x/2.txt", changed: true, plus: 1 },
//=     { path: "/x/3.txt", changed: false, plus: 0 },
//=   ],
//=   preview: [true, 1],
//=   done: [false, 1],
//=   two: "foo 2\n",
//=   one: "baz 1\n",
//= }
//= changed: /x/1.txt (6 -> 6)
