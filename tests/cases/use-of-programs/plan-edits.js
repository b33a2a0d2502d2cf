//! about = "Edits of several files are planned, shown and applied together."
//! [files]
//! "/a.txt" = "one two\n"
//! "/b.txt" = "two three\n"

async () => {
  const plan = await state.planEdits([
    { kind: "replace", path: "/a.txt", search: "two", replacement: "2" },
    { kind: "replace", path: "/b.txt", search: "two", replacement: "2" },
    { kind: "write", path: "/c.txt", content: "new\n" },
  ]);
  for (const edit of plan.edits) console.log(edit.path, edit.changed, edit.diff.split("\n").filter((l) => /^[+-][^+-]/.test(l)).join(" "));
  const result = await state.applyEditPlan(plan);
  return { changed: plan.totalChanged, applied: Object.keys(result).length > 0, a: await state.readFile("/a.txt"), c: await state.readFile("/c.txt") };
}
//= result: { changed: 3, applied: true, a: "one 2\n", c: "new\n" }
//= console.log: /a.txt true -one two +one 2
//= console.log: /b.txt true -two three +2 three
//= console.log: /c.txt true +new
//= created: /c.txt (- -> 4)
//= changed: /a.txt (8 -> 6)
//= changed: /b.txt (10 -> 8)
