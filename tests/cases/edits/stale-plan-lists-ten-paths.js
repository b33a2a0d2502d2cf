async () => {
  //+ fails
  const paths = Array.from({ length: 12 }, (_, i) => `/d/${i}`);
  for (const path of paths) await state.writeFile(path, "old");
  const plan = await state.planEdits(paths.map((path) => ({ kind: "write", path, content: "new" })));
  for (const path of paths) await state.appendFile(path, "er");
  return [await fails(() => state.applyEditPlan(plan)), await state.readFile("/d/0")];
}

//= result: [
//=   [
//=     "ESTALE",
//=     "ESTALE: changed since the plan was made: '/d/0', '/d/1', '/d/2', '/d/3', '/d/4', '/d/5', '/d/6', '/d/7', '/d/8', '/d/9' and 2 more; nothing was written; plan the edits again, applyEditPlan",
//=   ],
//=   "older",
//= ]
//= created: /d (- -> 0)
//= created: /d/0 (- -> 5)
//= created: /d/1 (- -> 5)
//= created: /d/10 (- -> 5)
//= created: /d/11 (- -> 5)
//= created: /d/2 (- -> 5)
//= created: /d/3 (- -> 5)
//= created: /d/4 (- -> 5)
//= created: /d/5 (- -> 5)
//= created: /d/6 (- -> 5)
//= created: /d/7 (- -> 5)
//= created: /d/8 (- -> 5)
//= created: /d/9 (- -> 5)
