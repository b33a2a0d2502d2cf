//! [files]
//! "/a" = "one\n"
//! "/b" = "two\n"
//! "/c" = "three\n"

async () => {
  const plan = await state.planEdits([{ kind: "write", path: "/a", content: "new" }]);
  await state.writeFile("/a", "other");
  await state.writeFile("/a", "one\n");
  const first = (await state.applyEditPlan(plan)).totalChanged;
  const second = (await state.applyEditPlan(plan)).totalChanged;
  const twice = await state.planEdits([
    { kind: "write", path: "/b", content: "1" },
    { kind: "write", path: "/b", content: "2" },
  ]);
  const third = (await state.applyEditPlan(twice)).totalChanged;
  return [first, second, third, await state.readFile("/b")];
}

//= result: [1, 0, 2, "2"]
//= changed: /a (4 -> 3)
//= changed: /b (4 -> 1)
