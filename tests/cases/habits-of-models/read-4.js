//+ files-project

async () => {
  //+ tried-afresh
  await tried("return (await state.readFile(\"/data/lines.jsonl\")).trim().split(\"\\n\").map(JSON.parse)", async () => {
    return (await state.readFile("/data/lines.jsonl")).trim().split("\n").map(JSON.parse)
  });
  await tried("return { readme: state.readFile(\"/README.md\"), n: 1 }", async () => {
    return { readme: state.readFile("/README.md"), n: 1 }
  });
  await tried("const p = state.readFile(\"/README.md\"); const t = await p; return t.length", async () => {
    const p = state.readFile("/README.md"); const t = await p; return t.length
  });
  await tried("await state.mkdir(\"/a/b/c\", { parents: true }); await state.mkdir(\"/p\", 0o755); return sta", async () => {
    await state.mkdir("/a/b/c", { parents: true }); await state.mkdir("/p", 0o755); return state.readdir("/a/b")
  });
  await tried("return await state.readlink(\"/README.md\")", async () => {
    return await state.readlink("/README.md")
  });
  await tried("await state.writeFile(\"/o.txt\", state.readFile(\"/README.md\"))", async () => {
    await state.writeFile("/o.txt", state.readFile("/README.md"))
  });
  await tried("await state.writeFile({ path: \"/o.txt\", contents: \"x\", encoding: \"utf8\" }); return state.r", async () => {
    await state.writeFile({ path: "/o.txt", contents: "x", encoding: "utf8" }); return state.readFile("/o.txt")
  });
  await tried("await state.readFile(\"/README.md\", { encoding: \"utf8\", flag: \"r\" })", async () => {
    await state.readFile("/README.md", { encoding: "utf8", flag: "r" })
  });
  await tried("return state.readFile(\"/README.md\", \"binary\")", async () => {
    return state.readFile("/README.md", "binary")
  });
  await tried("return state.readFile(\"/README.md\", 1, 2)", async () => {
    return state.readFile("/README.md", 1, 2)
  });
  await tried("return state.readFile(\"/logs/app.log\", { start: 1, end: 2 })", async () => {
    return state.readFile("/logs/app.log", { start: 1, end: 2 })
  });
  await tried("return state.readFile(\"/logs/app.log\", { from: 1, to: 2 })", async () => {
    return state.readFile("/logs/app.log", { from: 1, to: 2 })
  });
  await tried("return state.readFile(\"/logs/app.log\", { asText: true })", async () => {
    return state.readFile("/logs/app.log", { asText: true })
  });
  await tried("return state.readFile(\"/README.md\", { signal: null })", async () => {
    return state.readFile("/README.md", { signal: null })
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return (await state.readFile(\"/data/lines.jsonl\")).trim().split(\"\\n\").map(JSON.parse)",
//=     gave: [{ a: 1 }, { a: 2 }],
//=   },
//=   {
//=     what: "return { readme: state.readFile(\"/README.md\"), n: 1 }",
//=     gave: { readme: "# Demo\n\nTODO: write\n", n: 1 },
//=   },
//=   {
//=     what: "const p = state.readFile(\"/README.md\"); const t = await p; return t.length",
//=     gave: 20,
//=   },
//=   {
//=     what: "await state.mkdir(\"/a/b/c\", { parents: true }); await state.mkdir(\"/p\", 0o755); return sta",
//=     gave: ["c"],
//=     changed: ["/a", "/a/b", "/a/b/c", "/p"],
//=   },
//=   {
//=     what: "return await state.readlink(\"/README.md\")",
//=     threw: "EINVAL: EINVAL: invalid argument, readlink '/README.md'",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", state.readFile(\"/README.md\"))",
//=     threw: "EINVAL: state.writeFile: an argument is a Promise; write `await` before what gives it",
//=   },
//=   {
//=     what: "await state.writeFile({ path: \"/o.txt\", contents: \"x\", encoding: \"utf8\" }); return state.r",
//=     gave: "x",
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.readFile(\"/README.md\", { encoding: \"utf8\", flag: \"r\" })",
//=     gave: undefined,
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", \"binary\")",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", 1, 2)",
//=     threw: "EINVAL: state.readFile: argument 3 is one too many: the number 2 — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/logs/app.log\", { start: 1, end: 2 })",
//=     threw: "EINVAL: state.readFile: \"options.start\" is no option; did you mean \"startLine\"? the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/logs/app.log\", { from: 1, to: 2 })",
//=     threw: "EINVAL: state.readFile: \"options.from\" is no option; did you mean \"fromLine\"? the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/logs/app.log\", { asText: true })",
//=     threw: "EINVAL: state.readFile: \"options.asText\" is no option; the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", { signal: null })",
//=     threw: "EINVAL: state.readFile: \"options.signal\" is no option; the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//= ]
