//! [files]
//! "/k.json" = "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {\"d\": 1,\"d\": 2} }"

async () => {
  const update = async (operations) => (await state.updateJson("/k.json", operations, { dryRun: true })).content;
  return [
    await state.queryJson("/k.json", "a"),
    await update([{ op: "set", path: "a", value: 3 }]),
    await update([{ op: "merge", path: "$", value: { c: { d: 3 } } }]),
    await update([{ op: "delete", path: "a" }]),
    await update([{ op: "delete", path: "c.d" }]),
    await update([{ op: "append", path: "list", value: 1 }]),
  ];
}
//= result: [
//=   2,
//=   "{ \"a\":1,  \"b\": 1.0, \"a\": 3 , \"c\": {\"d\": 1,\"d\": 2} }",
//=   "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {\"d\": 1,\"d\": 3} }",
//=   "{ \"b\": 1.0, \"c\": {\"d\": 1,\"d\": 2} }",
//=   "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {} }",
//=   "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {\"d\": 1,\"d\": 2},  \"list\":[1] }",
//= ]
