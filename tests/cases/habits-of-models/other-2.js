//+ files-project

async () => {
  //+ tried-afresh
  await tried("return Object.entries(await state.stat(\"/README.md\")).length", async () => {
    return Object.entries(await state.stat("/README.md")).length
  });
  await tried("return (await state.listFiles(\"/src\", { recursive: true })).length", async () => {
    return (await state.listFiles("/src", { recursive: true })).length
  });
  await tried("return (await state.listFiles(\"/src\", \"*.ts\"))", async () => {
    return (await state.listFiles("/src", "*.ts"))
  });
  await tried("return (await state.listFiles(\"/src\", { pattern: \"*.ts\" }))", async () => {
    return (await state.listFiles("/src", { pattern: "*.ts" }))
  });
  await tried("return (await state.ls(\"/src\", \"-la\"))", async () => {
    return (await state.ls("/src", "-la"))
  });
  await tried("return (await state.ls(\"-la\", \"/src\"))", async () => {
    return (await state.ls("-la", "/src"))
  });
  await tried("return (await state.ls())", async () => {
    return (await state.ls())
  });
  await tried("return [1,2].reduce((state, x) => state.find ? state : state + x, 0)", async () => {
    return [1,2].reduce((state, x) => state.find ? state : state + x, 0)
  });
  await tried("const total = [{n:1}].reduce((state, x) => { if (state.exists) return 1; return state; }, ", async () => {
    const total = [{n:1}].reduce((state, x) => { if (state.exists) return 1; return state; }, {}); return typeof total
  });
  await tried("return await state.exists(\"/README.md\") && \"yes\"", async () => {
    return await state.exists("/README.md") && "yes"
  });
  await tried("const ok = await state.exists(\"/nope\") || state.exists(\"/README.md\"); return ok", async () => {
    const ok = await state.exists("/nope") || state.exists("/README.md"); return ok
  });
  await tried("return !(await state.exists(\"/nope\"))", async () => {
    return !(await state.exists("/nope"))
  });
  return answers;
}
//= result: [
//=   { what: "return Object.entries(await state.stat(\"/README.md\")).length", gave: 4 },
//=   { what: "return (await state.listFiles(\"/src\", { recursive: true })).length", gave: 4 },
//=   {
//=     what: "return (await state.listFiles(\"/src\", \"*.ts\"))",
//=     gave: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.listFiles(\"/src\", { pattern: \"*.ts\" }))",
//=     gave: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.ls(\"/src\", \"-la\"))",
//=     threw: "EINVAL: state.readdir: \"-la\" is a flag of a shell: write await state.readdir(\"/src\")",
//=   },
//=   {
//=     what: "return (await state.ls(\"-la\", \"/src\"))",
//=     threw: "EINVAL: state.readdir: \"-la\" is a flag of a shell: write await state.readdir(\"/src\")",
//=   },
//=   {
//=     what: "return (await state.ls())",
//=     threw: "EINVAL: state.readdir: missing required parameter \"path\" — expected state.readdir(path)",
//=   },
//=   { what: "return [1,2].reduce((state, x) => state.find ? state : state + x, 0)", gave: 3 },
//=   {
//=     what: "const total = [{n:1}].reduce((state, x) => { if (state.exists) return 1; return state; }, ",
//=     gave: "object",
//=   },
//=   { what: "return await state.exists(\"/README.md\") && \"yes\"", gave: "yes" },
//=   {
//=     what: "const ok = await state.exists(\"/nope\") || state.exists(\"/README.md\"); return ok",
//=     gave: true,
//=   },
//=   { what: "return !(await state.exists(\"/nope\"))", gave: true },
//= ]
