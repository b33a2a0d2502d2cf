//+ files-texts

async () => {
  const p = await state.planEdits([{ kind: "write", path: "/c.txt", content: "x" }]); const a = await state.applyEditPlan(p); const b = await state.applyEditPlan(p);
  return [a.totalChanged, b.totalChanged, b.edits[0].diff];
}

//= result: [1, 0, ""]
//= changed: /c.txt (14 -> 1)
