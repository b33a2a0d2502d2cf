//+ files-project

async () => {
  //+ tried-afresh
  await tried("return state[\"read-file\"](\"/README.md\")", async () => {
    return state["read-file"]("/README.md")
  });
  await tried("return state.readfile(\"/README.md\")", async () => {
    return state.readfile("/README.md")
  });
  await tried("const read = state.readFile.bind(state); return (await read(\"/README.md\")).length", async () => {
    const read = state.readFile.bind(state); return (await read("/README.md")).length
  });
  await tried("return await Promise.allSettled([state.readFile(\"/README.md\"), state.readFile(\"/nope\")]).t", async () => {
    return await Promise.allSettled([state.readFile("/README.md"), state.readFile("/nope")]).then(r => r.map(x => x.status))
  });
  await tried("const r = await Promise.race([state.readFile(\"/README.md\"), new Promise(r => setTimeout(r,", async () => {
    const r = await Promise.race([state.readFile("/README.md"), new Promise(r => setTimeout(r, 10))]); return r.length
  });
  await tried("try { await state.readFile(\"/nope\") } catch ({ code, message }) { return [code, message] }", async () => {
    try { await state.readFile("/nope") } catch ({ code, message }) { return [code, message] }
  });
  await tried("return (await state.readdir(\"/src\")).filter(f => !f.startsWith(\".\"))", async () => {
    return (await state.readdir("/src")).filter(f => !f.startsWith("."))
  });
  await tried("return (await state.readdir(\"/src\", { recursive: true, withFileTypes: true })).map(e => e.", async () => {
    return (await state.readdir("/src", { recursive: true, withFileTypes: true })).map(e => e.name)
  });
  await tried("return (await state.readdir(\"/src\", \"utf8\"))", async () => {
    return (await state.readdir("/src", "utf8"))
  });
  await tried("return (await state.readdir(\"/src\", { filter: \"*.ts\" }))", async () => {
    return (await state.readdir("/src", { filter: "*.ts" }))
  });
  await tried("return (await state.readdir(\"/src/*.ts\"))", async () => {
    return (await state.readdir("/src/*.ts"))
  });
  await tried("return (await state.cat(\"/README.md\", \"/package.json\"))", async () => {
    return (await state.cat("/README.md", "/package.json"))
  });
  await tried("return (await state.readFile(\"/README.md\")).toString(\"base64\")", async () => {
    return (await state.readFile("/README.md")).toString("base64")
  });
  await tried("const list = await state.readdir(\"/src\"); list.total = 3; return list.total", async () => {
    const list = await state.readdir("/src"); list.total = 3; return list.total
  });
  return answers;
}
//= result: [
//=   { what: "return state[\"read-file\"](\"/README.md\")", gave: "# Demo\n\nTODO: write\n" },
//=   { what: "return state.readfile(\"/README.md\")", gave: "# Demo\n\nTODO: write\n" },
//=   {
//=     what: "const read = state.readFile.bind(state); return (await read(\"/README.md\")).length",
//=     gave: 20,
//=   },
//=   {
//=     what: "return await Promise.allSettled([state.readFile(\"/README.md\"), state.readFile(\"/nope\")]).t",
//=     gave: ["fulfilled", "rejected"],
//=   },
//=   {
//=     what: "const r = await Promise.race([state.readFile(\"/README.md\"), new Promise(r => setTimeout(r,",
//=     gave: 20,
//=   },
//=   {
//=     what: "try { await state.readFile(\"/nope\") } catch ({ code, message }) { return [code, message] }",
//=     gave: ["ENOENT", "ENOENT: no such file or directory, readFile '/nope'"],
//=   },
//=   {
//=     what: "return (await state.readdir(\"/src\")).filter(f => !f.startsWith(\".\"))",
//=     gave: ["app.ts", "lib", "util.ts"],
//=   },
//=   {
//=     what: "return (await state.readdir(\"/src\", { recursive: true, withFileTypes: true })).map(e => e.",
//=     gave: ["app.ts", "lib", "a.js", "b.test.js", "util.ts"],
//=   },
//=   {
//=     what: "return (await state.readdir(\"/src\", \"utf8\"))",
//=     gave: ["app.ts", "lib", "util.ts"],
//=   },
//=   {
//=     what: "return (await state.readdir(\"/src\", { filter: \"*.ts\" }))",
//=     threw: "EINVAL: state.readdir: \"options.filter\" is no option; the options are withFileTypes, recursive — expected state.readdir(path)",
//=   },
//=   {
//=     what: "return (await state.readdir(\"/src/*.ts\"))",
//=     threw: "ENOENT: ENOENT: no such file or directory, readdir '/src/*.ts'; what a pattern matches is listed by await state.glob(\"/src/*.ts\")",
//=   },
//=   {
//=     what: "return (await state.cat(\"/README.md\", \"/package.json\"))",
//=     threw: "EINVAL: state.readFile: \"options.encoding\" must be \"utf8\", \"utf16le\", \"latin1\", \"ascii\", \"base64\", \"base64url\", \"hex\", or a label of the Encoding Standard such as \"windows-1252\", \"shift_jis\", \"gbk\" or \"utf-16\", but is \"/package.json\" — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return (await state.readFile(\"/README.md\")).toString(\"base64\")",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "const list = await state.readdir(\"/src\"); list.total = 3; return list.total",
//=     gave: 3,
//=   },
//= ]
