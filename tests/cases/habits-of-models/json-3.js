//+ files-project

async () => {
  //+ tried-afresh
  await tried("return state.queryJson(\"/data/users.json\", \"[0].name\")", async () => {
    return state.queryJson("/data/users.json", "[0].name")
  });
  await tried("return state.queryJson(\"/data/users.json\", \"0.name\")", async () => {
    return state.queryJson("/data/users.json", "0.name")
  });
  await tried("return state.queryJson(\"/data/users.json\", \"[-1].name\")", async () => {
    return state.queryJson("/data/users.json", "[-1].name")
  });
  await tried("return state.queryJson(\"/data/users.json\", \"[*].name\")", async () => {
    return state.queryJson("/data/users.json", "[*].name")
  });
  await tried("const { name, version } = await state.readJson(\"/package.json\"); return { name, version }", async () => {
    const { name, version } = await state.readJson("/package.json"); return { name, version }
  });
  return answers;
}
//= result: [
//=   { what: "return state.queryJson(\"/data/users.json\", \"[0].name\")", gave: "ann" },
//=   { what: "return state.queryJson(\"/data/users.json\", \"0.name\")", gave: "ann" },
//=   { what: "return state.queryJson(\"/data/users.json\", \"[-1].name\")", gave: "bob" },
//=   {
//=     what: "return state.queryJson(\"/data/users.json\", \"[*].name\")",
//=     gave: ["ann", "bob"],
//=   },
//=   {
//=     what: "const { name, version } = await state.readJson(\"/package.json\"); return { name, version }",
//=     gave: { name: "demo", version: "1.0.0" },
//=   },
//= ]
