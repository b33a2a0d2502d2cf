//+ files-project

async () => {
  //+ tried-afresh
  await tried("return await state.readFile(new URL(\"file:///README.md\"))", async () => {
    return await state.readFile(new URL("file:///README.md"))
  });
  await tried("return await state.readFile(\"/src/../README.md\")", async () => {
    return await state.readFile("/src/../README.md")
  });
  await tried("return await state.readFile(\"/workspace/README.md\")", async () => {
    return await state.readFile("/workspace/README.md")
  });
  await tried("return await state.readFile(\"/home/user/project/src/app.ts\")", async () => {
    return await state.readFile("/home/user/project/src/app.ts")
  });
  await tried("return await state.readFile(\"\")", async () => {
    return await state.readFile("")
  });
  await tried("return await state.readFile(undefined)", async () => {
    return await state.readFile(undefined)
  });
  await tried("return await state.readdir()", async () => {
    return await state.readdir()
  });
  await tried("return await state.readdir(\".\")", async () => {
    return await state.readdir(".")
  });
  await tried("return state.read_text_file({ path: \"/README.md\", head: 1 })", async () => {
    return state.read_text_file({ path: "/README.md", head: 1 })
  });
  await tried("return state.read_text_file({ path: \"/README.md\", tail: 1 })", async () => {
    return state.read_text_file({ path: "/README.md", tail: 1 })
  });
  await tried("return state.view({ path: \"/README.md\", view_range: [1, 1] })", async () => {
    return state.view({ path: "/README.md", view_range: [1, 1] })
  });
  await tried("const lines = (await state.readFile(\"/logs/app.log\")).split(\"\\n\").filter(Boolean); return ", async () => {
    const lines = (await state.readFile("/logs/app.log")).split("\n").filter(Boolean); return lines.filter(l => l.includes("ERROR")).length
  });
  await tried("const rows = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map(l => l.split", async () => {
    const rows = (await state.readFile("/data/users.csv")).trim().split("\n").map(l => l.split(",")); return rows
  });
  await tried("const [header, ...rows] = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map", async () => {
    const [header, ...rows] = (await state.readFile("/data/users.csv")).trim().split("\n").map(l => l.split(",")); return rows.map(r => Object.fromEntries(header.map((h, i) => [h, r[i]])))
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return await state.readFile(new URL(\"file:///README.md\"))",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/file:/README.md'; did you mean '/README.md'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"/src/../README.md\")",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "return await state.readFile(\"/workspace/README.md\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/workspace/README.md'; did you mean '/README.md'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"/home/user/project/src/app.ts\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/home/user/project/src/app.ts'; did you mean '/src/app.ts'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, readFile '/'; it is a directory: state.readdir(path) lists it, state.searchFiles(\"/**\", query) searches it",
//=   },
//=   {
//=     what: "return await state.readFile(undefined)",
//=     threw: "EINVAL: state.readFile: missing required parameter \"path\" — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return await state.readdir()",
//=     threw: "EINVAL: state.readdir: missing required parameter \"path\" — expected state.readdir(path)",
//=   },
//=   {
//=     what: "return await state.readdir(\".\")",
//=     gave: [
//=       ".env",
//=       "README.md",
//=       "data",
//=       "empty.txt",
//=       "link.ts",
//=       "logs",
//=       "node_modules",
//=       "package.json",
//=       "src",
//=       "tsconfig.json",
//=       "win.txt",
//=     ],
//=   },
//=   { what: "return state.read_text_file({ path: \"/README.md\", head: 1 })", gave: "# Demo" },
//=   {
//=     what: "return state.read_text_file({ path: \"/README.md\", tail: 1 })",
//=     threw: "EINVAL: state.readFile: \"options.tail\" is no option; write (await state.readFile(\"/README.md\")).split(/(?<=\\n)/).slice(-1).join(\"\") — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.view({ path: \"/README.md\", view_range: [1, 1] })",
//=     gave: "# Demo",
//=   },
//=   {
//=     what: "const lines = (await state.readFile(\"/logs/app.log\")).split(\"\\n\").filter(Boolean); return ",
//=     gave: 2,
//=   },
//=   {
//=     what: "const rows = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map(l => l.split",
//=     gave: [["name", "age"], ["ann", "31"], ["bob", "27"]],
//=   },
//=   {
//=     what: "const [header, ...rows] = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map",
//=     gave: [{ name: "ann", age: "31" }, { name: "bob", age: "27" }],
//=   },
//= ]
