//+ files-texts

async () => {
  //+ everything
  const p = await state.planEdits([{ kind: "replace", path: "/c.txt", search: "two", replacement: "2" }]); await state.writeFile("/c.txt", "changed meanwhile\n");
  const r = await state.applyEditPlan(p);
  return { r, fs: await D() };
}

//= throws: Error
//= message: ESTALE: changed since the plan was made: '/c.txt'; nothing was written; plan the edits again, applyEditPlan
//= code: ESTALE
//= path: /c.txt
//= at: 9:25
//= changed: /c.txt (14 -> 18)
