//! [files]
//! "/a.json" = '{"name":"a","list":[{"b":1}],"a b":2}'

async () => {
  const tried = async (call) => { try { return await call() ?? "done"; } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  const operation = { op: "set", path: "name", value: "b" };
  return {
    list: await tried(() => state.updateJson("/a.json", [{ set: ".name", to: "b" }])),
    ops: await tried(() => state.updateJson("/a.json", { ops: [operation] })),
    operations: await tried(() => state.updateJson("/a.json", { operations: [operation] }).then((done) => done.operationsApplied)),
    set: await tried(() => state.updateJson("/a.json", { set: { name: "b" } })),
    unset: await tried(() => state.updateJson("/a.json", { delete: ["name"] })),
    key: await tried(() => state.updateJson("/a.json", [{ op: "merge", path: "$", value: { set: { name: "b" } } }]).then((done) => done.value.set)),
    steps: await tried(() => state.queryJson("/a.json", ["list", 0, "b"])),
    spaced: await tried(() => state.queryJson("/a.json", ["a b"])),
    pointer: await tried(() => state.readJson("/a.json", "/list/0").then((value) => value.name)),
    fallback: await tried(() => state.readJson("/none.json", "/list/0")),
  };
}
//= result: {
//=   list: "EINVAL state.updateJson: \"operations[0].op\" must be one of \"set\", \"delete\", \"insert\", \"append\", \"merge\", \"test\", but is undefined — expected state.updateJson(path, operations)",
//=   ops: "EINVAL state.updateJson: \"ops\" would be a key in the file, and names an operation: pass the operations themselves: await state.updateJson(path, [{ op: …, path: … }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"ops\": … } }]",
//=   operations: "EINVAL state.updateJson: \"operations\" would be a key in the file, and names an operation: pass the operations themselves: await state.updateJson(path, [{ op: …, path: … }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"operations\": … } }]",
//=   set: "EINVAL state.updateJson: \"set\" would be a key in the file, and names an operation: write await state.updateJson(path, [{ op: \"set\", path: \"name\", value: \"b\" }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"set\": … } }]",
//=   unset: "EINVAL state.updateJson: \"delete\" would be a key in the file, and names an operation: write await state.updateJson(path, [{ op: \"delete\", path: \"name\" }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"delete\": … } }]",
//=   key: { name: "b" },
//=   steps: "EINVAL state.queryJson: a JSON path is one text: await state.queryJson(\"/a.json\", \".list[0].b\")",
//=   spaced: "EINVAL state.queryJson: a JSON path is one text: await state.queryJson(\"/a.json\", \"[\\\"a b\\\"]\")",
//=   pointer: "a",
//=   fallback: "/list/0",
//= }
//= console.warn: note: "/list/0" was taken as the value for a missing file: one member is await state.queryJson("/a.json", "/list/0")
//= changed: /a.json (37 -> 56)
