//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.writeFile(\"/README.md\", \"x\\n\", { flag: \"a\" }); return state.readFile(\"/README.", async () => {
    await state.writeFile("/README.md", "x\n", { flag: "a" }); return state.readFile("/README.md")
  });
  await tried("await state.writeFile(\"/README.md\", \"x\\n\", { append: true }); return state.readFile(\"/READ", async () => {
    await state.writeFile("/README.md", "x\n", { append: true }); return state.readFile("/README.md")
  });
  await tried("await state.writeFile(\"/README.md\", \"x\\n\", \"utf8\"); await state.writeFile(\"/a\", \"aGk=\", \"b", async () => {
    await state.writeFile("/README.md", "x\n", "utf8"); await state.writeFile("/a", "aGk=", "base64"); await state.writeFile("/b", "6869", { encoding: "hex" }); await state.writeFile("/c", "\xe9", "latin1"); return [await state.readFile("/a","utf-8"), await state.readFile("/b", {encoding:"utf8"}), await state.readFile("/a","base64"), await state.readFile("/a","hex"), await state.readFile("/c","latin1"), await state.readFile("/a", {encoding:null}), await state.readFile("/a", null)]
  });
  await tried("return await state.readFile(\"/README.md\", \"utf99\")", async () => {
    return await state.readFile("/README.md", "utf99")
  });
  await tried("await state.appendFile(\"/a\", \"aGk=\", {encoding:\"base64\"}); await state.appendFile(\"/a\", \"x", async () => {
    await state.appendFile("/a", "aGk=", {encoding:"base64"}); await state.appendFile("/a", "x", "utf8"); return state.readFile("/a")
  });
  await tried("await state.appendFile(\"/a\", \"aGk=\", null); await state.writeFile(\"/b\", \"x\", null); return", async () => {
    await state.appendFile("/a", "aGk=", null); await state.writeFile("/b", "x", null); return state.readFile("/a")
  });
  await tried("return [(await state.readdir(\"/src\", { withFileTypes: true })).map(e => e.name + e.isDirec", async () => {
    return [(await state.readdir("/src", { withFileTypes: true })).map(e => e.name + e.isDirectory()), await state.readdir("/src", { recursive: true })]
  });
  await tried("return [await state.readFile(\"/logs/app.log\", { startLine: 2, endLine: 3 }), await state.r", async () => {
    return [await state.readFile("/logs/app.log", { startLine: 2, endLine: 3 }), await state.readFile("/logs/app.log", { lines: [1, 2] })]
  });
  await tried("return state.readFile(\"/README.md\", { limit: 50 })", async () => {
    return state.readFile("/README.md", { limit: 50 })
  });
  await tried("return state.readFile(\"/README.md\", { foo: 1 })", async () => {
    return state.readFile("/README.md", { foo: 1 })
  });
  await tried("return [await state.list(\"/src\"), await state.ls(\"/src\"), await state.readDir(\"/src\"), awa", async () => {
    return [await state.list("/src"), await state.ls("/src"), await state.readDir("/src"), await state.listFiles("/src"), state.readdirSync("/src")]
  });
  await tried("if (state.existsSync(\"/README\")) return \"yes\"; return [state.existsSync(\"/README.md\"), sta", async () => {
    if (state.existsSync("/README")) return "yes"; return [state.existsSync("/README.md"), state.readFileSync("/README.md", "utf8"), state.writeFileSync("/z", "1")]
  });
  await tried("return [typeof state.exec, typeof state.ls, state.exec?.(\"x\"), \"exec\" in state, state.exec", async () => {
    return [typeof state.exec, typeof state.ls, state.exec?.("x"), "exec" in state, state.exec ? 1 : 2, "readFile" in state, Object.keys(state).includes("unlink")]
  });
  await tried("const es = await state.readdirWithFileTypes(\"/src\"); return es.filter(e => e.isFile()).map", async () => {
    const es = await state.readdirWithFileTypes("/src"); return es.filter(e => e.isFile()).map(e => e.name)
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.writeFile(\"/README.md\", \"x\\n\", { flag: \"a\" }); return state.readFile(\"/README.",
//=     gave: "# Demo\n\nTODO: write\nx\n",
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/README.md\", \"x\\n\", { append: true }); return state.readFile(\"/READ",
//=     gave: "# Demo\n\nTODO: write\nx\n",
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/README.md\", \"x\\n\", \"utf8\"); await state.writeFile(\"/a\", \"aGk=\", \"b",
//=     gave: ["hi", "hi", "aGk=", "6869", "é", bytes(68 69), "hi"],
//=     changed: ["/README.md", "/a", "/b", "/c"],
//=   },
//=   {
//=     what: "return await state.readFile(\"/README.md\", \"utf99\")",
//=     threw: "EINVAL: state.readFile: \"options.encoding\" must be \"utf8\", \"utf16le\", \"latin1\", \"ascii\", \"base64\", \"base64url\", \"hex\", or a label of the Encoding Standard such as \"windows-1252\", \"shift_jis\", \"gbk\" or \"utf-16\", but is \"utf99\" — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "await state.appendFile(\"/a\", \"aGk=\", {encoding:\"base64\"}); await state.appendFile(\"/a\", \"x",
//=     gave: "hix",
//=     changed: ["/a"],
//=   },
//=   {
//=     what: "await state.appendFile(\"/a\", \"aGk=\", null); await state.writeFile(\"/b\", \"x\", null); return",
//=     gave: "aGk=",
//=     changed: ["/a", "/b"],
//=   },
//=   {
//=     what: "return [(await state.readdir(\"/src\", { withFileTypes: true })).map(e => e.name + e.isDirec",
//=     gave: [
//=       ["app.tsfalse", "libtrue", "util.tsfalse"],
//=       ["app.ts", "lib", "lib/a.js", "lib/b.test.js", "util.ts"],
//=     ],
//=   },
//=   {
//=     what: "return [await state.readFile(\"/logs/app.log\", { startLine: 2, endLine: 3 }), await state.r",
//=     gave: [
//=       "2024-01-01 ERROR boom\n2024-01-02 WARN hm",
//=       "2024-01-01 INFO start\n2024-01-01 ERROR boom",
//=     ],
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", { limit: 50 })",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", { foo: 1 })",
//=     threw: "EINVAL: state.readFile: \"options.foo\" is no option; the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return [await state.list(\"/src\"), await state.ls(\"/src\"), await state.readDir(\"/src\"), awa",
//=     gave: [
//=       ["app.ts", "lib", "util.ts"],
//=       ["app.ts", "lib", "util.ts"],
//=       ["app.ts", "lib", "util.ts"],
//=       ["/src/app.ts", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"],
//=       ["app.ts", "lib", "util.ts"],
//=     ],
//=   },
//=   {
//=     what: "if (state.existsSync(\"/README\")) return \"yes\"; return [state.existsSync(\"/README.md\"), sta",
//=     gave: [true, "# Demo\n\nTODO: write\n", undefined],
//=     changed: ["/z"],
//=   },
//=   {
//=     what: "return [typeof state.exec, typeof state.ls, state.exec?.(\"x\"), \"exec\" in state, state.exec",
//=     gave: ["undefined", "function", undefined, false, 2, true, false],
//=   },
//=   {
//=     what: "const es = await state.readdirWithFileTypes(\"/src\"); return es.filter(e => e.isFile()).map",
//=     gave: ["app.ts", "util.ts"],
//=   },
//= ]
//= console.warn: note: offset and limit of state.readFile count bytes: write byteOffset and byteLength; lines are startLine and endLine
