//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.sed(\"-i\", \"s/var/let/g\", \"/src/app.ts\")", async () => {
    await state.sed("-i", "s/var/let/g", "/src/app.ts")
  });
  await tried("await state.sed(\"/src/app.ts\", \"s/var/let/g\")", async () => {
    await state.sed("/src/app.ts", "s/var/let/g")
  });
  await tried("await state.replaceInFiles({ files: \"/src/**/*.ts\", from: /var/g, to: \"let\" }); return sta", async () => {
    await state.replaceInFiles({ files: "/src/**/*.ts", from: /var/g, to: "let" }); return state.readFile("/src/app.ts")
  });
  await tried("await state.replaceInFiles({ pattern: \"/src/**\", search: \"var\", replace: \"let\", dryRun: tr", async () => {
    await state.replaceInFiles({ pattern: "/src/**", search: "var", replace: "let", dryRun: true })
  });
  await tried("await state.replaceInFiles([\"/src/app.ts\", \"/src/lib/a.js\"], \"var\", \"let\"); return (await ", async () => {
    await state.replaceInFiles(["/src/app.ts", "/src/lib/a.js"], "var", "let"); return (await state.readFile("/src/lib/a.js"))
  });
  await tried("await state.replaceInFiles(\"/src\", \"var\", \"let\"); return (await state.readFile(\"/src/lib/a", async () => {
    await state.replaceInFiles("/src", "var", "let"); return (await state.readFile("/src/lib/a.js"))
  });
  await tried("return (await state.replaceInFile(\"/README.md\", \"TODO\", (m) => m.toLowerCase())).content", async () => {
    return (await state.replaceInFile("/README.md", "TODO", (m) => m.toLowerCase())).content
  });
  await tried("return (await state.replaceInFile(\"/README.md\", /todo/i, \"X\")).replaced", async () => {
    return (await state.replaceInFile("/README.md", /todo/i, "X")).replaced
  });
  await tried("return (await state.replaceInFile(\"/README.md\", /(\\w+): (\\w+)/, \"$2: $1\")).content", async () => {
    return (await state.replaceInFile("/README.md", /(\w+): (\w+)/, "$2: $1")).content
  });
  await tried("return (await state.replaceInFile(\"/README.md\", \"todo\", \"X\", { ignoreCase: true })).replac", async () => {
    return (await state.replaceInFile("/README.md", "todo", "X", { ignoreCase: true })).replaced
  });
  await tried("return await state.replaceInFile(\"/README.md\", \"TODO: write\\\\n\", \"X\", { regex: true })", async () => {
    return await state.replaceInFile("/README.md", "TODO: write\\n", "X", { regex: true })
  });
  await tried("return await state.replaceInFile(\"/README.md\", \"[\", \"(\", { regex: true })", async () => {
    return await state.replaceInFile("/README.md", "[", "(", { regex: true })
  });
  await tried("return await state.replaceInFile(\"/README.md\", \"(?<=TODO: )\\\\w+\", \"W\", { regex: true })", async () => {
    return await state.replaceInFile("/README.md", "(?<=TODO: )\\w+", "W", { regex: true })
  });
  await tried("return await state.replaceInFile(\"/nope.md\", \"a\", \"b\")", async () => {
    return await state.replaceInFile("/nope.md", "a", "b")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.sed(\"-i\", \"s/var/let/g\", \"/src/app.ts\")",
//=     threw: "EINVAL: state.replaceInFiles: \"s/var/let/g\" is an expression of sed: write await state.replaceInFiles(\"/src/app.ts\", /var/g, \"let\")",
//=   },
//=   {
//=     what: "await state.sed(\"/src/app.ts\", \"s/var/let/g\")",
//=     threw: "EINVAL: state.replaceInFiles: \"s/var/let/g\" is an expression of sed: write await state.replaceInFiles(\"/src/app.ts\", /var/g, \"let\")",
//=   },
//=   {
//=     what: "await state.replaceInFiles({ files: \"/src/**/*.ts\", from: /var/g, to: \"let\" }); return sta",
//=     gave: "import { add } from \"./util\";\n\nconsole.log(add(1, 2)); // TODO: log\nlet old = 1;\n",
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "await state.replaceInFiles({ pattern: \"/src/**\", search: \"var\", replace: \"let\", dryRun: tr",
//=     gave: undefined,
//=   },
//=   {
//=     what: "await state.replaceInFiles([\"/src/app.ts\", \"/src/lib/a.js\"], \"var\", \"let\"); return (await ",
//=     gave: "let x = 1;\nlet y = 2;\nmodule.exports = { x, y };\n",
//=     changed: ["/src/app.ts", "/src/lib/a.js"],
//=   },
//=   {
//=     what: "await state.replaceInFiles(\"/src\", \"var\", \"let\"); return (await state.readFile(\"/src/lib/a",
//=     gave: "let x = 1;\nlet y = 2;\nmodule.exports = { x, y };\n",
//=     changed: ["/src/app.ts", "/src/lib/a.js"],
//=   },
//=   {
//=     what: "return (await state.replaceInFile(\"/README.md\", \"TODO\", (m) => m.toLowerCase())).content",
//=     gave: "# Demo\n\ntodo: write\n",
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return (await state.replaceInFile(\"/README.md\", /todo/i, \"X\")).replaced",
//=     gave: 1,
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return (await state.replaceInFile(\"/README.md\", /(\\w+): (\\w+)/, \"$2: $1\")).content",
//=     gave: "# Demo\n\nwrite: TODO\n",
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return (await state.replaceInFile(\"/README.md\", \"todo\", \"X\", { ignoreCase: true })).replac",
//=     gave: 1,
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/README.md\", \"TODO: write\\\\n\", \"X\", { regex: true })",
//=     gave: { replaced: 1, content: "# Demo\n\nX" },
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/README.md\", \"[\", \"(\", { regex: true })",
//=     threw: "EINVAL: Invalid search pattern: /[/: unterminated character class at character 1",
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/README.md\", \"(?<=TODO: )\\\\w+\", \"W\", { regex: true })",
//=     gave: { replaced: 1, content: "# Demo\n\nTODO: W\n" },
//=     changed: ["/README.md"],
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/nope.md\", \"a\", \"b\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, replaceInFile '/nope.md'",
//=   },
//= ]
