//! [files]
//! "/a" = "one\n"
//! "/b" = "two\n"
//! "/c" = "three\n"

async () => {
  //+ fails
  const plan = () =>
    state.planEdits([
      { kind: "replace", path: "/a", search: "one", replacement: "1" },
      { kind: "write", path: "/b", content: "2" },
      { kind: "writeJson", path: "/new", value: { n: 1 } },
    ]);
  const changed = await plan();
  await state.writeFile("/b", "changed");
  await state.writeFile("/new", "there already");
  const first = await fails(() => state.applyEditPlan(changed));
  const dry = await fails(() => state.applyEditPlan(changed, { dryRun: true }));
  const files = [await state.readFile("/a"), await state.readFile("/b"), await state.readFile("/new")];
  const removed = await plan();
  await state.rm("/a");
  const second = await fails(() => state.applyEditPlan(removed));
  const fits = await plan().catch((error) => error.code);
  return { first, dry, files, second, fits, b: await state.readFile("/b") };
}

//= result: {
//=   first: [
//=     "ESTALE",
//=     "ESTALE: changed since the plan was made: '/b', '/new'; nothing was written; plan the edits again, applyEditPlan",
//=   ],
//=   dry: [
//=     "ESTALE",
//=     "ESTALE: changed since the plan was made: '/b', '/new'; nothing was written; plan the edits again, applyEditPlan",
//=   ],
//=   files: ["one\n", "changed", "there already"],
//=   second: [
//=     "ESTALE",
//=     "ESTALE: changed since the plan was made: '/a'; nothing was written; plan the edits again, applyEditPlan",
//=   ],
//=   fits: "ENOENT",
//=   b: "changed",
//= }
//= created: /new (- -> 13)
//= changed: /b (4 -> 7)
//= deleted: /a (4 -> -)
