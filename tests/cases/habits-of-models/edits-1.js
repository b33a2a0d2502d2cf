//+ files-project

async () => {
  //+ tried-afresh
  await tried("return [await state.read(\"/README.md\"), await state.write(\"/b\", \"1\"), await state.edit(\"/b", async () => {
    return [await state.read("/README.md"), await state.write("/b", "1"), await state.edit("/b", "1", "2"), await state.append("/b", "3"), await state.read("/b")]
  });
  await tried("return [await state.replaceInFile(\"/src/lib/a.js\", \"(var) (\\\\w)\", \"$2 $1 $& $<n>\", { regex", async () => {
    return [await state.replaceInFile("/src/lib/a.js", "(var) (\\w)", "$2 $1 $& $<n>", { regex: true, dryRun: true }), (await state.replaceInFiles("/src/lib/a.js", "^(?<k>var)", "[$<k>]", { regex: true, dryRun: true })).files[0].content, (await state.planEdits([{kind:"replace", path:"/src/lib/a.js", search:";$", replacement:"$&;", options:{regex:true}}])).edits[0].content]
  });
  await tried("return (await state.planEdits([{ path: \"/a.txt\", content: \"x\" }, { type: \"write\", path: \"/", async () => {
    return (await state.planEdits([{ path: "/a.txt", content: "x" }, { type: "write", path: "/b.txt", content: "y" }, { path: "/README.md", find: "TODO", replace: "DONE" }, { path: "/README.md", oldText: "Demo", newText: "D" }])).edits.map(e => [e.path, e.content])
  });
  await tried("return await state.applyEdits(\"/README.md\", [{ oldText: \"TODO\", newText: \"DONE\" }])", async () => {
    return await state.applyEdits("/README.md", [{ oldText: "TODO", newText: "DONE" }])
  });
  await tried("return state.edit_file({ path: \"/README.md\", edits: [{ oldText: \"TODO\", newText: \"DONE\" }]", async () => {
    return state.edit_file({ path: "/README.md", edits: [{ oldText: "TODO", newText: "DONE" }], dryRun: true })
  });
  await tried("return state.edit_file({ path: \"/README.md\", old_string: \"TODO\", new_string: \"DONE\" })", async () => {
    return state.edit_file({ path: "/README.md", old_string: "TODO", new_string: "DONE" })
  });
  await tried("return state.str_replace({ path: \"/README.md\", old_str: \"TODO\", new_str: \"DONE\" })", async () => {
    return state.str_replace({ path: "/README.md", old_str: "TODO", new_str: "DONE" })
  });
  await tried("return await state.applyEdits([{ path: \"/README.md\", edits: [{ oldText: \"TODO\", newText: \"", async () => {
    return await state.applyEdits([{ path: "/README.md", edits: [{ oldText: "TODO", newText: "DONE" }] }])
  });
  await tried("return (await state.applyEdits([{ file: \"/README.md\", search: \"TODO\", replace: \"DONE\" }]))", async () => {
    return (await state.applyEdits([{ file: "/README.md", search: "TODO", replace: "DONE" }])).totalChanged
  });
  await tried("return (await state.applyEdits({ \"/README.md\": \"new text\" }))", async () => {
    return (await state.applyEdits({ "/README.md": "new text" }))
  });
  await tried("return (await state.applyEdits(\"/README.md\", \"TODO\", \"DONE\"))", async () => {
    return (await state.applyEdits("/README.md", "TODO", "DONE"))
  });
  await tried("return (await state.planEdits(\"/README.md\", [{ search: \"TODO\", replacement: \"DONE\" }])).to", async () => {
    return (await state.planEdits("/README.md", [{ search: "TODO", replacement: "DONE" }])).totalChanged
  });
  await tried("return (await state.applyEdits([{ path: \"/README.md\", line: 1, newText: \"x\" }]))", async () => {
    return (await state.applyEdits([{ path: "/README.md", line: 1, newText: "x" }]))
  });
  await tried("return await state.edit(\"/README.md\", { old_string: \"TODO\", new_string: \"DONE\", replace_al", async () => {
    return await state.edit("/README.md", { old_string: "TODO", new_string: "DONE", replace_all: true })
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return [await state.read(\"/README.md\"), await state.write(\"/b\", \"1\"), await state.edit(\"/b",
//=     gave: ["# Demo\n\nTODO: write\n", undefined, { replaced: 1, content: "2" }, undefined, "23"],
//=     changed: ["/b"],
//=   },
//=   {
//=     what: "return [await state.replaceInFile(\"/src/lib/a.js\", \"(var) (\\\\w)\", \"$2 $1 $& $<n>\", { regex",
//=     gave: [
//=       {
//=         replaced: 2,
//=         content: "x var var x $<n> = 1;\ny var var y $<n> = 2;\nmodule.exports = { x, y };\n",
//=       },
//=       "[var] x = 1;\n[var] y = 2;\nmodule.exports = { x, y };\n",
//=       "var x = 1;;\nvar y = 2;;\nmodule.exports = { x, y };;\n",
//=     ],
//=   },
//=   {
//=     what: "return (await state.planEdits([{ path: \"/a.txt\", content: \"x\" }, { type: \"write\", path: \"/",
//=     gave: [
//=       ["/a.txt", "x"],
//=       ["/b.txt", "y"],
//=       ["/README.md", "# Demo\n\nDONE: write\n"],
//=       ["/README.md", "# D\n\nDONE: write\n"],
//=     ],
//=   },
//=   {
//=     what: "return await state.applyEdits(\"/README.md\", [{ oldText: \"TODO\", newText: \"DONE\" }])",
//=     gave: {
//=       dryRun: false,
//=       edits: [
//=         {
//=           path: "/README.md",
//=           changed: true,
//=           content: "# Demo\n\nDONE: write\n",
//=           diff: "--- /README.md\n+++ /README.md\n@@ -1,3 +1,3 @@\n # Demo\n \n-TODO: write\n+DONE: write\n",
//=         },
//=       ],
//=       totalChanged: 1,
//=     },
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return state.edit_file({ path: \"/README.md\", edits: [{ oldText: \"TODO\", newText: \"DONE\" }]",
//=     threw: "EINVAL: state.replaceInFile: \"options.edits\" is no option; for several: await state.applyEdits(\"/README.md\", [{ search, replacement }, …]) — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "return state.edit_file({ path: \"/README.md\", old_string: \"TODO\", new_string: \"DONE\" })",
//=     gave: { replaced: 1, content: "# Demo\n\nDONE: write\n" },
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return state.str_replace({ path: \"/README.md\", old_str: \"TODO\", new_str: \"DONE\" })",
//=     gave: { replaced: 1, content: "# Demo\n\nDONE: write\n" },
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return await state.applyEdits([{ path: \"/README.md\", edits: [{ oldText: \"TODO\", newText: \"",
//=     threw: "EINVAL: state.applyEdits: \"edits[0].content\" must be a string, but is undefined — expected state.applyEdits(edits, options?); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=   },
//=   {
//=     what: "return (await state.applyEdits([{ file: \"/README.md\", search: \"TODO\", replace: \"DONE\" }]))",
//=     gave: 1,
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return (await state.applyEdits({ \"/README.md\": \"new text\" }))",
//=     threw: "EINVAL: state.applyEdits: \"edits[0].path\" must be a string, but is undefined — expected state.applyEdits(edits, options?); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=   },
//=   {
//=     what: "return (await state.applyEdits(\"/README.md\", \"TODO\", \"DONE\"))",
//=     threw: "EINVAL: state.applyEdits: argument 3 is one too many: the string \"DONE\" — expected state.applyEdits(edits, options?)",
//=   },
//=   {
//=     what: "return (await state.planEdits(\"/README.md\", [{ search: \"TODO\", replacement: \"DONE\" }])).to",
//=     gave: 1,
//=   },
//=   {
//=     what: "return (await state.applyEdits([{ path: \"/README.md\", line: 1, newText: \"x\" }]))",
//=     threw: "EINVAL: state.applyEdits: \"edits[0].content\" must be a string, but is undefined — expected state.applyEdits(edits, options?); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=   },
//=   {
//=     what: "return await state.edit(\"/README.md\", { old_string: \"TODO\", new_string: \"DONE\", replace_al",
//=     gave: { replaced: 1, content: "# Demo\n\nDONE: write\n" },
//=     changed: ["/README.md"],
//=   },
//= ]
