//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.access(\"/README.md\"); await state.access(\"/README\")", async () => {
    await state.access("/README.md"); await state.access("/README")
  });
  await tried("return state.exists([\"/a\",\"/b\"])", async () => {
    return state.exists(["/a","/b"])
  });
  await tried("return [typeof state.applyPatch, typeof state.outline, typeof state.undo, typeof state.his", async () => {
    return [typeof state.applyPatch, typeof state.outline, typeof state.undo, typeof state.history, typeof state.checkpoint, typeof state.restore]
  });
  await tried("return (await state.walkTree(\"/src\", { depth: 1 })).children.map(c => c.name)", async () => {
    return (await state.walkTree("/src", { depth: 1 })).children.map(c => c.name)
  });
  await tried("return await state.tree(\"/src\", 1)", async () => {
    return await state.tree("/src", 1)
  });
  await tried("return state.listdir(\"/src\")", async () => {
    return state.listdir("/src")
  });
  await tried("return state.listDir(\"/src\")", async () => {
    return state.listDir("/src")
  });
  await tried("return state.list_directory(\"/src\")", async () => {
    return state.list_directory("/src")
  });
  await tried("return state.list_directory({ path: \"/src\" })", async () => {
    return state.list_directory({ path: "/src" })
  });
  await tried("return state.directory_tree({ path: \"/src\" })", async () => {
    return state.directory_tree({ path: "/src" })
  });
  await tried("const { size, isFile } = await state.stat(\"/README.md\"); return size", async () => {
    const { size, isFile } = await state.stat("/README.md"); return size
  });
  await tried("const stat = await state.stat(\"/nope\"); if (!stat) return \"missing\"", async () => {
    const stat = await state.stat("/nope"); if (!stat) return "missing"
  });
  await tried("if (await state.exists(\"/nope\")) return 1; return 2", async () => {
    if (await state.exists("/nope")) return 1; return 2
  });
  await tried("return await state.diff(\"/README.md\", \"# Demo\\n\")", async () => {
    return await state.diff("/README.md", "# Demo\n")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.access(\"/README.md\"); await state.access(\"/README\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, access '/README'",
//=   },
//=   {
//=     what: "return state.exists([\"/a\",\"/b\"])",
//=     threw: "EINVAL: state.exists: \"path\" must be a string, but is an array of 2 — expected state.exists(path); for several: await Promise.all(paths.map((path) => state.exists(path)))",
//=   },
//=   {
//=     what: "return [typeof state.applyPatch, typeof state.outline, typeof state.undo, typeof state.his",
//=     gave: ["function", "function", "function", "function", "function", "function"],
//=   },
//=   {
//=     what: "return (await state.walkTree(\"/src\", { depth: 1 })).children.map(c => c.name)",
//=     gave: ["app.ts", "lib", "util.ts"],
//=   },
//=   {
//=     what: "return await state.tree(\"/src\", 1)",
//=     gave: {
//=       path: "/src",
//=       name: "src",
//=       type: "directory",
//=       size: 0,
//=       children: [
//=         { path: "/src/app.ts", name: "app.ts", type: "file", size: 81 },
//=         { path: "/src/lib", name: "lib", type: "directory", size: 0 },
//=         { path: "/src/util.ts", name: "util.ts", type: "file", size: 62 },
//=       ],
//=     },
//=   },
//=   { what: "return state.listdir(\"/src\")", gave: ["app.ts", "lib", "util.ts"] },
//=   { what: "return state.listDir(\"/src\")", gave: ["app.ts", "lib", "util.ts"] },
//=   { what: "return state.list_directory(\"/src\")", gave: ["app.ts", "lib", "util.ts"] },
//=   {
//=     what: "return state.list_directory({ path: \"/src\" })",
//=     gave: ["app.ts", "lib", "util.ts"],
//=   },
//=   {
//=     what: "return state.directory_tree({ path: \"/src\" })",
//=     gave: {
//=       path: "/src",
//=       name: "src",
//=       type: "directory",
//=       size: 0,
//=       children: [
//=         { path: "/src/app.ts", name: "app.ts", type: "file", size: 81 },
//=         {
//=           path: "/src/lib",
//=           name: "lib",
//=           type: "directory",
//=           size: 0,
//=           children: [
//=             { path: "/src/lib/a.js", name: "a.js", type: "file", size: 49 },
//=             { path: "/src/lib/b.test.js", name: "b.test.js", type: "file", size: 21 },
//=           ],
//=         },
//=         { path: "/src/util.ts", name: "util.ts", type: "file", size: 62 },
//=       ],
//=     },
//=   },
//=   {
//=     what: "const { size, isFile } = await state.stat(\"/README.md\"); return size",
//=     gave: 20,
//=   },
//=   {
//=     what: "const stat = await state.stat(\"/nope\"); if (!stat) return \"missing\"",
//=     gave: "missing",
//=   },
//=   { what: "if (await state.exists(\"/nope\")) return 1; return 2", gave: 2 },
//=   {
//=     what: "return await state.diff(\"/README.md\", \"# Demo\\n\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, diff '/# Demo\n'; a text is compared by state.diffContent(path, text)",
//=   },
//= ]
