//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.writeFile(\"/o.txt\")", async () => {
    await state.writeFile("/o.txt")
  });
  await tried("await state.writeFile(\"/o.txt\", new Date(0))", async () => {
    await state.writeFile("/o.txt", new Date(0))
  });
  await tried("await state.writeFile(\"/o.txt\", true)", async () => {
    await state.writeFile("/o.txt", true)
  });
  await tried("await state.writeFile(\"/o.txt\", new Blob([\"x\"]))", async () => {
    await state.writeFile("/o.txt", new Blob(["x"]))
  });
  await tried("await state.writeFile(\"/o.txt\", new Error(\"x\"))", async () => {
    await state.writeFile("/o.txt", new Error("x"))
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { mode: 0o600 }); return (await state.stat(\"/o.txt\"))", async () => {
    await state.writeFile("/o.txt", "a", { mode: 0o600 }); return (await state.stat("/o.txt")).mode
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { createParents: true, overwrite: false })", async () => {
    await state.writeFile("/o.txt", "a", { createParents: true, overwrite: false })
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", (err) => { if (err) throw err })", async () => {
    await state.writeFile("/o.txt", "a", (err) => { if (err) throw err })
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { encoding: \"utf-16\" }); return (await state.stat(\"/o", async () => {
    await state.writeFile("/o.txt", "a", { encoding: "utf-16" }); return (await state.stat("/o.txt")).size
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { atomic: true })", async () => {
    await state.writeFile("/o.txt", "a", { atomic: true })
  });
  await tried("return await state.diffContent(\"/README.md\", \"# Demo\\n\\nTODO: write\\n\")", async () => {
    return await state.diffContent("/README.md", "# Demo\n\nTODO: write\n")
  });
  await tried("await state.mkdir(\"/src\").catch(e => { if (e.code !== \"EEXIST\") throw e }); return \"ok\"", async () => {
    await state.mkdir("/src").catch(e => { if (e.code !== "EEXIST") throw e }); return "ok"
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.writeFile(\"/o.txt\")",
//=     threw: "EINVAL: state.writeFile: missing required parameter \"content\" — expected state.writeFile(path, content)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", new Date(0))",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is a Date — expected state.writeFile(path, content); make it text first, as with String(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", true)",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is true — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/o.txt\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", new Blob([\"x\"]))",
//=     threw: "EINVAL: state.writeFile: an argument is a Blob, whose contents are not its members; pass await it.text()",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", new Error(\"x\"))",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is an Error (Error) — expected state.writeFile(path, content); make it text first, as with String(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { mode: 0o600 }); return (await state.stat(\"/o.txt\"))",
//=     gave: 384,
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { createParents: true, overwrite: false })",
//=     gave: undefined,
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", (err) => { if (err) throw err })",
//=     threw: "EINVAL: state.writeFile: it takes no callback: it gives a promise, so write const result = await state.writeFile(\"/o.txt\", \"a\")",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { encoding: \"utf-16\" }); return (await state.stat(\"/o",
//=     gave: 4,
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { atomic: true })",
//=     threw: "EINVAL: state.writeFile: \"options.atomic\" is no option; the options are encoding, mode, append, overwrite — expected state.writeFile(path, content)",
//=   },
//=   {
//=     what: "return await state.diffContent(\"/README.md\", \"# Demo\\n\\nTODO: write\\n\")",
//=     gave: "",
//=   },
//=   {
//=     what: "await state.mkdir(\"/src\").catch(e => { if (e.code !== \"EEXIST\") throw e }); return \"ok\"",
//=     gave: "ok",
//=   },
//= ]
