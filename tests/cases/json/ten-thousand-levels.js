async () => {
  //+ fails
  const deep = "[".repeat(10000) + "]".repeat(10000);
  await state.writeFile("/deep", deep);
  await state.writeFile("/shallow", "{}");
  let value = null;
  for (let i = 0; i < 10000; i++) value = [value];
  let object = null;
  for (let i = 0; i < 10000; i++) object = { a: object };
  return [
    await fails(() => state.readJson("/deep")),
    await fails(() => state.queryJson("/deep", "[0]")),
    await fails(() => state.updateJson("/deep", [])),
    await fails(() => state.writeJson("/out", value)),
    await fails(() => state.writeJson("/out", object)),
    await fails(() => state.updateJson("/shallow", [{ op: "set", path: ".a", value }])),
    await fails(() => state.planEdits([{ kind: "writeJson", path: "/out", value }])),
    await fails(() => state.queryJson("/shallow", ".a".repeat(3000))),
    await fails(() => state.updateJson("/shallow", [{ op: "set", path: ".a".repeat(3000), value: 1 }])),
    await state.exists("/out"),
    await state.readFile("/shallow"),
  ];
}

//= result: [
//=   [
//=     "EBADMSG",
//=     "Invalid JSON in /deep: arrays and objects nest more than 2000 deep (line 1, column 2001)",
//=   ],
//=   [
//=     "EBADMSG",
//=     "Invalid JSON in /deep: arrays and objects nest more than 2000 deep (line 1, column 2001)",
//=   ],
//=   [
//=     "EBADMSG",
//=     "Invalid JSON in /deep: arrays and objects nest more than 2000 deep (line 1, column 2001)",
//=   ],
//=   ["EINVAL", "state.writeJson: the argument is nested deeper than 500 levels"],
//=   ["EINVAL", "state.writeJson: the argument is nested deeper than 500 levels"],
//=   ["EINVAL", "state.updateJson: the argument is nested deeper than 500 levels"],
//=   ["EINVAL", "state.planEdits: the argument is nested deeper than 500 levels"],
//=   [
//=     "EINVAL",
//=     "Invalid JSON path: .a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a… (it has more than 2000 steps), queryJson '/shallow'",
//=   ],
//=   [
//=     "EINVAL",
//=     "operation 0 (set): Invalid JSON path: .a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a… (it has more than 2000 steps), updateJson '/shallow'",
//=   ],
//=   false,
//=   "{}",
//= ]
//= created: /deep (- -> 20000)
//= created: /shallow (- -> 2)
