//+ files-project

async () => {
  //+ tried-afresh
  await tried("return await state.readJson(\"/nope.json\").catch(() => ({}))", async () => {
    return await state.readJson("/nope.json").catch(() => ({}))
  });
  await tried("let cfg; try { cfg = await state.readJson(\"/nope.json\") } catch { cfg = {} } return cfg", async () => {
    let cfg; try { cfg = await state.readJson("/nope.json") } catch { cfg = {} } return cfg
  });
  await tried("const pkg = await state.readJson(\"/package.json\"); pkg.scripts.lint = \"eslint .\"; await st", async () => {
    const pkg = await state.readJson("/package.json"); pkg.scripts.lint = "eslint ."; await state.writeJson("/package.json", pkg, { indent: 2 }); return state.queryJson("/package.json", "scripts.lint")
  });
  await tried("await state.writeJson(\"/package.json\", JSON.stringify({ a: 1 })); return state.readFile(\"/", async () => {
    await state.writeJson("/package.json", JSON.stringify({ a: 1 })); return state.readFile("/package.json")
  });
  await tried("await state.writeJson(\"/n.json\", undefined)", async () => {
    await state.writeJson("/n.json", undefined)
  });
  await tried("await state.updateJson(\"/package.json\", \"version\", \"2.0.0\")", async () => {
    await state.updateJson("/package.json", "version", "2.0.0")
  });
  await tried("await state.updateJson(\"/package.json\", \"scripts.lint\", \"eslint\"); return state.readJson(\"", async () => {
    await state.updateJson("/package.json", "scripts.lint", "eslint"); return state.readJson("/package.json")
  });
  await tried("await state.updateJson(\"/package.json\", [{ op: \"set\", path: [\"scripts\", \"lint\"], value: \"x", async () => {
    await state.updateJson("/package.json", [{ op: "set", path: ["scripts", "lint"], value: "x" }])
  });
  await tried("await state.updateJson(\"/package.json\", [{ op: \"set\", key: \"version\", val: \"9\" }]); return", async () => {
    await state.updateJson("/package.json", [{ op: "set", key: "version", val: "9" }]); return state.queryJson("/package.json", ".version")
  });
  await tried("await state.updateJson(\"/package.json\", [[\"version\", \"9\"]])", async () => {
    await state.updateJson("/package.json", [["version", "9"]])
  });
  await tried("await state.updateJson(\"/package.json\", { $set: { version: \"9\" } })", async () => {
    await state.updateJson("/package.json", { $set: { version: "9" } })
  });
  await tried("await state.updateJson(\"/package.json\", { set: { version: \"9\" } })", async () => {
    await state.updateJson("/package.json", { set: { version: "9" } })
  });
  await tried("return state.queryJson(\"/package.json\", [\"scripts\", \"test\"])", async () => {
    return state.queryJson("/package.json", ["scripts", "test"])
  });
  await tried("return state.queryJson(\"/package.json\", \"$['scripts']['test']\")", async () => {
    return state.queryJson("/package.json", "$['scripts']['test']")
  });
  return answers;
}
//= result: [
//=   { what: "return await state.readJson(\"/nope.json\").catch(() => ({}))", gave: {} },
//=   {
//=     what: "let cfg; try { cfg = await state.readJson(\"/nope.json\") } catch { cfg = {} } return cfg",
//=     gave: {},
//=   },
//=   {
//=     what: "const pkg = await state.readJson(\"/package.json\"); pkg.scripts.lint = \"eslint .\"; await st",
//=     gave: "eslint .",
//=     changed: ["/package.json"],
//=   },
//=   {
//=     what: "await state.writeJson(\"/package.json\", JSON.stringify({ a: 1 })); return state.readFile(\"/",
//=     gave: "\"{\\\"a\\\":1}\"\n",
//=     changed: ["/package.json"],
//=   },
//=   {
//=     what: "await state.writeJson(\"/n.json\", undefined)",
//=     threw: "EINVAL: state.writeJson: missing required parameter \"value\" — expected state.writeJson(path, value, options?)",
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", \"version\", \"2.0.0\")",
//=     threw: "EINVAL: state.updateJson: \"operations\" must be an array (StateJsonUpdateOperation[]), but is the string \"version\" — expected state.updateJson(path, operations); write await state.updateJson(\"/package.json\", [{ op: \"set\", path: \"version\", value: \"2.0.0\" }])",
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", \"scripts.lint\", \"eslint\"); return state.readJson(\"",
//=     threw: "EINVAL: state.updateJson: \"operations\" must be an array (StateJsonUpdateOperation[]), but is the string \"scripts.lint\" — expected state.updateJson(path, operations); write await state.updateJson(\"/package.json\", [{ op: \"set\", path: \"scripts.lint\", value: \"eslint\" }])",
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", [{ op: \"set\", path: [\"scripts\", \"lint\"], value: \"x",
//=     threw: "EINVAL: state.updateJson: \"operations[0].path\" must be a string, but is an array of 2 — expected state.updateJson(path, operations)",
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", [{ op: \"set\", key: \"version\", val: \"9\" }]); return",
//=     gave: "9",
//=     changed: ["/package.json"],
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", [[\"version\", \"9\"]])",
//=     threw: "EINVAL: state.updateJson: \"operations[0]\" must be an object { op: \"set\"; path: string; value: unknown } or an object { op: \"delete\"; path: string } or an object { op: \"insert\"; path: string; value: unknown } or an object { op: \"append\"; path: string; value: unknown } or an object { op: \"merge\"; path: string; value: unknown } or an object { op: \"test\"; path: string; value: unknown }, but is an array of 2 — expected state.updateJson(path, operations)",
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", { $set: { version: \"9\" } })",
//=     threw: "EINVAL: state.updateJson: \"$set\" is an operator of another library: write await state.updateJson(path, [{ op: \"set\", path: \"version\", value: \"9\" }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"$set\": … } }]",
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", { set: { version: \"9\" } })",
//=     threw: "EINVAL: state.updateJson: \"set\" would be a key in the file, and names an operation: write await state.updateJson(path, [{ op: \"set\", path: \"version\", value: \"9\" }]), or for a key of that name [{ op: \"merge\", path: \"$\", value: { \"set\": … } }]",
//=   },
//=   {
//=     what: "return state.queryJson(\"/package.json\", [\"scripts\", \"test\"])",
//=     threw: "EINVAL: state.queryJson: a JSON path is one text: await state.queryJson(\"/package.json\", \".scripts.test\")",
//=   },
//=   {
//=     what: "return state.queryJson(\"/package.json\", \"$['scripts']['test']\")",
//=     gave: "vitest",
//=   },
//= ]
//= console.warn: note: the value of state.writeJson was a text that is JSON already, and is a text in the file: pass the value itself, or use state.writeFile
