//! [files]
//! "/c.json" = "{\n  \"list\": [1, 2],\n  \"o\": { \"a\": 1, \"b\": { \"c\": null } }\n}\n"

async () => {
  //+ fails
  const before = await state.readFile("/c.json");
  const set = { op: "set", path: ".o.a", value: "changed" };
  const update = (...operations) => fails(() => state.updateJson("/c.json", [set, ...operations]));
  const out = [
    await update({ op: "test", path: ".o.a", value: 1 }),
    await update({ op: "test", path: ".missing", value: null }),
    await update({ op: "insert", path: ".list[9]", value: 1 }),
    await update({ op: "insert", path: ".o.a", value: 1 }),
    await update({ op: "append", path: ".o", value: 1 }),
    await update({ op: "merge", path: ".list[", value: {} }),
    await update({ op: "exchange", path: ".o", value: 1 }),
    await update({ op: "set", path: ".list[99999999]", value: 1 }),
    await update({ op: "insert", path: ".list[0]" }),
    await update({ op: "set", path: ".o", value: 1n }),
  ];
  return { out, same: before === (await state.readFile("/c.json")) };
}

//= result: {
//=   out: [
//=     [
//=       "ESTALE",
//=       "operation 1 (test): .o.a is a string with another value, updateJson '/c.json'",
//=     ],
//=     ["ESTALE", "operation 1 (test): .missing is missing, updateJson '/c.json'"],
//=     ["EINVAL", "operation 1 (insert): .list has 2 elements, updateJson '/c.json'"],
//=     [
//=       "EINVAL",
//=       "operation 1 (insert): the path must end in an index, such as items[0], updateJson '/c.json'",
//=     ],
//=     [
//=       "EINVAL",
//=       "operation 1 (append): .o must be an array, and is an object, updateJson '/c.json'",
//=     ],
//=     [
//=       "EINVAL",
//=       "operation 1 (merge): Invalid JSON path: .list[ (the '[' is not closed), updateJson '/c.json'",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.updateJson: \"operations[1].op\" must be one of \"set\", \"delete\", \"insert\", \"append\", \"merge\", \"test\", but is the string \"exchange\" — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "EINVAL",
//=       "operation 1 (set): [99999999] is too far outside .list, which has 2 elements, updateJson '/c.json'",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.updateJson: \"operations[1].value\" must be a JSON value, but is undefined — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.updateJson: \"operations[1].value\" must be a JSON value (turn a BigInt into a string or a number first), but is the BigInt 1n — expected state.updateJson(path, operations)",
//=     ],
//=   ],
//=   same: true,
//= }
