async () => {
  const paths = Array.from({ length: 20 }, (_, i) => `/d/f${String(i).padStart(2, "0")}`);
  for (const path of paths) await state.writeFile(path, "foo\n");
  const plan = await state.planEdits(paths.map((path) => ({ kind: "replace", path, search: "foo", replacement: "baz" })));
  const copied = JSON.parse(JSON.stringify(plan));
  const applied = await state.applyEditPlan(plan);
  const again = await state.applyEditPlan(copied);
  return [plan.edits[19], applied.totalChanged, applied.edits[19], again.totalChanged, await state.readFile(paths[19])];
}

//= result: [
//=   {
//=     instruction: { kind: "replace", path: "/d/f19", search: "foo", replacement: "baz" },
//=     path: "/d/f19",
//=     changed: true,
//=     content: "baz\n",
//=     diff: "--- /d/f19\n+++ /d/f19\n@@ -1,1 +1,1 @@\n-foo\n+baz\n",
//=     base: "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
//=   },
//=   20,
//=   {
//=     path: "/d/f19",
//=     changed: true,
//=     content: "baz\n",
//=     diff: "--- /d/f19\n+++ /d/f19\n@@ -1,1 +1,1 @@\n-foo\n+baz\n",
//=   },
//=   0,
//=   "baz\n",
//= ]
//= created: /d (- -> 0)
//= created: /d/f00 (- -> 4)
//= created: /d/f01 (- -> 4)
//= created: /d/f02 (- -> 4)
//= created: /d/f03 (- -> 4)
//= created: /d/f04 (- -> 4)
//= created: /d/f05 (- -> 4)
//= created: /d/f06 (- -> 4)
//= created: /d/f07 (- -> 4)
//= created: /d/f08 (- -> 4)
//= created: /d/f09 (- -> 4)
//= created: /d/f10 (- -> 4)
//= created: /d/f11 (- -> 4)
//= created: /d/f12 (- -> 4)
//= created: /d/f13 (- -> 4)
//= created: /d/f14 (- -> 4)
//= created: /d/f15 (- -> 4)
//= created: /d/f16 (- -> 4)
//= created: /d/f17 (- -> 4)
//= created: /d/f18 (- -> 4)
//= created: /d/f19 (- -> 4)
