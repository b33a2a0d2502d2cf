//! [files]
//! "/a.txt" = "one\n"

async () => {
  const plan = await state.planEdits([{ kind: "replace", path: "/a.txt", search: "one", replacement: "1" }]);
  await state.writeFile("/a.txt", "changed\n");
  return state.applyEditPlan(plan).catch((error) => [error.code, error.message]);
}
//= result: [
//=   "ESTALE",
//=   "ESTALE: changed since the plan was made: '/a.txt'; nothing was written; plan the edits again, applyEditPlan",
//= ]
//= changed: /a.txt (4 -> 8)
