//! [files]
//! "/n.json" = "{\"id\": 9007199254740993, \"price\": 1.50, \"max\": 1e400, \"list\": [1.0, 2.0, -0]}\n"

async () => {
  const deleted = await state.updateJson("/n.json", [
    { op: "delete", path: ".list[0]" },
    { op: "append", path: ".list", value: 3 },
    { op: "set", path: ".name", value: "x" },
  ]);
  const same = await state.updateJson("/n.json", [{ op: "set", path: ".price", value: 1.5 }]);
  const copied = await state.updateJson("/n.json", [{ op: "copy", from: "/id", path: "/copy" }]);
  const tested = await state.updateJson("/n.json", [{ op: "test", path: "/id", value: 9007199254740992 }]).catch((error) => [error.code, error.message]);
  return [deleted.content, same.diff, copied.content, tested, (await state.readJson("/n.json")).max];
}
//= result: [
//=   "{\"id\": 9007199254740993, \"price\": 1.50, \"max\": 1e400, \"list\": [2.0, -0, 3], \"name\": \"x\"}\n",
//=   "",
//=   "{\"id\": 9007199254740993, \"price\": 1.50, \"max\": 1e400, \"list\": [2.0, -0, 3], \"name\": \"x\", \"copy\": 9007199254740993}\n",
//=   [
//=     "ESTALE",
//=     "operation 0 (test): .id is 9007199254740993, which JavaScript cannot hold exactly, updateJson '/n.json'",
//=   ],
//=   Infinity,
//= ]
//= changed: /n.json (78 -> 115)
