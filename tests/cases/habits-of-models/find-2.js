//+ files-project

async () => {
  //+ tried-afresh
  await tried("return (await state.find(\"/src\", { type: \"files\" })).length", async () => {
    return (await state.find("/src", { type: "files" })).length
  });
  await tried("return (await state.find(\"/src\", { type: \"FILE\" })).length", async () => {
    return (await state.find("/src", { type: "FILE" })).length
  });
  await tried("return (await state.find(\"/\", { size: \">1000\" })).length", async () => {
    return (await state.find("/", { size: ">1000" })).length
  });
  await tried("return (await state.find(\"/\", { minSize: \"1kb\" })).length", async () => {
    return (await state.find("/", { minSize: "1kb" })).length
  });
  await tried("return (await state.find(\"/\", { content: \"TODO\" })).length", async () => {
    return (await state.find("/", { content: "TODO" })).length
  });
  await tried("return (await state.find(\"/\", (e) => e.name.endsWith(\".ts\"))).length", async () => {
    return (await state.find("/", (e) => e.name.endsWith(".ts"))).length
  });
  await tried("return (await state.find(\"/\", { filter: (e) => e.size > 0 })).length", async () => {
    return (await state.find("/", { filter: (e) => e.size > 0 })).length
  });
  await tried("return (await state.find(\"/\", { limit: 3 })).length", async () => {
    return (await state.find("/", { limit: 3 })).length
  });
  await tried("return (await state.find(\"/\", { recursive: false, type: \"file\" })).map(e => e.path)", async () => {
    return (await state.find("/", { recursive: false, type: "file" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { includeHidden: true })).length", async () => {
    return (await state.find("/", { includeHidden: true })).length
  });
  await tried("return (await state.find(\"/\", { hidden: false })).length", async () => {
    return (await state.find("/", { hidden: false })).length
  });
  await tried("return (await state.find(\"/\", { iname: \"readme*\" })).length", async () => {
    return (await state.find("/", { iname: "readme*" })).length
  });
  await tried("return (await state.find(\"/nope\")).length", async () => {
    return (await state.find("/nope")).length
  });
  await tried("return (await state.find(\"/src\", { type: \"file\" })).sort((a, b) => a.size - b.size)[0].pat", async () => {
    return (await state.find("/src", { type: "file" })).sort((a, b) => a.size - b.size)[0].path
  });
  return answers;
}
//= result: [
//=   { what: "return (await state.find(\"/src\", { type: \"files\" })).length", gave: 4 },
//=   { what: "return (await state.find(\"/src\", { type: \"FILE\" })).length", gave: 4 },
//=   {
//=     what: "return (await state.find(\"/\", { size: \">1000\" })).length",
//=     threw: "EINVAL: state.find: \"options.size\" is no option; write sizeMin or sizeMax, in bytes — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { minSize: \"1kb\" })).length",
//=     threw: "EINVAL: state.find: \"options.sizeMin\" must be a number, but is the string \"1kb\" — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { content: \"TODO\" })).length",
//=     threw: "EINVAL: state.find: \"options.content\" is no option; what files hold is searched by await state.searchFiles(\"/**\", \"TODO\") — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", (e) => e.name.endsWith(\".ts\"))).length",
//=     threw: "EINVAL: state.find: a function is no argument of it: filter what comes back, (await state.find(…)).filter((found) => …)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { filter: (e) => e.size > 0 })).length",
//=     threw: "EINVAL: state.find: \"options.filter\" is no option; write (await state.find(\"/\")).filter((entry) => …) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { limit: 3 })).length",
//=     threw: "EINVAL: state.find: \"options.limit\" is no option; write (await state.find(\"/\")).slice(0, 3) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { recursive: false, type: \"file\" })).map(e => e.path)",
//=     gave: ["/.env", "/README.md", "/empty.txt", "/package.json", "/tsconfig.json", "/win.txt"],
//=   },
//=   { what: "return (await state.find(\"/\", { includeHidden: true })).length", gave: 25 },
//=   {
//=     what: "return (await state.find(\"/\", { hidden: false })).length",
//=     threw: "EINVAL: state.find: \"options.hidden\" is no option; to leave them out, and all below them: await state.find(\"/\", { exclude: [\".*\"] }) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { iname: \"readme*\" })).length",
//=     threw: "EINVAL: state.find: \"options.iname\" is no option; names are compared with their case: await state.find(\"/\", { name: \"[rR][eE][aA][dD][mM][eE]*\" }) has both — expected state.find(path, options?)",
//=   },
//=   { what: "return (await state.find(\"/nope\")).length", gave: 0 },
//=   {
//=     what: "return (await state.find(\"/src\", { type: \"file\" })).sort((a, b) => a.size - b.size)[0].pat",
//=     gave: "/src/lib/b.test.js",
//=   },
//= ]
