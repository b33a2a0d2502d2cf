//+ files-project

async () => {
  //+ tried-afresh
  await tried("const r = await state.replaceInFiles(\"/src/**\", \"var\", \"let\", { preview: true }); return [", async () => {
    const r = await state.replaceInFiles("/src/**", "var", "let", { preview: true }); return [r.dryRun, r.totalReplacements]
  });
  await tried("const r = await state.replaceInFiles(\"/src/**\", \"var\", \"let\", { dry: true }); return [r.dr", async () => {
    const r = await state.replaceInFiles("/src/**", "var", "let", { dry: true }); return [r.dryRun, r.totalReplacements]
  });
  await tried("const r = await state.replaceInFile(\"/src/app.ts\", \"old\", \"new\", { dryRun: true }); return", async () => {
    const r = await state.replaceInFile("/src/app.ts", "old", "new", { dryRun: true }); return [r, await state.readFile("/src/app.ts")]
  });
  await tried("return [(await state.sed(\"/src/**\", \"var\", \"let\")).totalReplacements, await state.replace(", async () => {
    return [(await state.sed("/src/**", "var", "let")).totalReplacements, await state.replace("/README.md", "TODO", "DONE"), (await state.tree("/src")).children.map(c=>c.name), (await state.walk("/src")).name]
  });
  await tried("const r = await state.replaceInFile(\"/src/lib/a.js\", /var (\\w)/g, (m, n) => \"let \" + n.toU", async () => {
    const r = await state.replaceInFile("/src/lib/a.js", /var (\w)/g, (m, n) => "let " + n.toUpperCase()); return r
  });
  await tried("await state.replaceInFiles(\"/src/**\", /var/g, (m) => \"let\")", async () => {
    await state.replaceInFiles("/src/**", /var/g, (m) => "let")
  });
  await tried("return await state.replaceInFile(\"/src/lib/a.js\", \"/var/g\", \"let\", { regex: true })", async () => {
    return await state.replaceInFile("/src/lib/a.js", "/var/g", "let", { regex: true })
  });
  await tried("return [(await state.replaceInFile(\"/src/lib/a.js\", \"(?i)VAR\", \"let\", { regex: true, dryRu", async () => {
    return [(await state.replaceInFile("/src/lib/a.js", "(?i)VAR", "let", { regex: true, dryRun: true })).replaced, await state.replaceInFile("/src/lib/a.js", "var (x)", "let $1", {dryRun:true})]
  });
  await tried("return state.replaceInFiles(\"var\", \"let\", \"/src/**\")", async () => {
    return state.replaceInFiles("var", "let", "/src/**")
  });
  await tried("return state.replaceInFile(\"var\", \"let\", \"/src/lib/a.js\")", async () => {
    return state.replaceInFile("var", "let", "/src/lib/a.js")
  });
  await tried("await Promise.all((await state.glob(\"/src/*.ts\")).map(async (p) => { const t = await state", async () => {
    await Promise.all((await state.glob("/src/*.ts")).map(async (p) => { const t = await state.readFile(p); await state.writeFile(p, t.replaceAll("var", "let")) }))
  });
  await tried("for (const p of await state.glob(\"/src/*.ts\")) { const t = await state.readFile(p); const ", async () => {
    for (const p of await state.glob("/src/*.ts")) { const t = await state.readFile(p); const n = t.replace(/TODO/g, "DONE"); if (n !== t) await state.writeFile(p, n) } return "ok"
  });
  await tried("const r = await state.replaceInFile(\"/src/app.ts\", \"nothing here\", \"x\"); return r.replaced", async () => {
    const r = await state.replaceInFile("/src/app.ts", "nothing here", "x"); return r.replaced ? "yes" : "no"
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", { search: \"var\", replace: \"let\" }); return state.", async () => {
    await state.replaceInFile("/src/app.ts", { search: "var", replace: "let" }); return state.readFile("/src/app.ts")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "const r = await state.replaceInFiles(\"/src/**\", \"var\", \"let\", { preview: true }); return [",
//=     gave: [true, 3],
//=   },
//=   {
//=     what: "const r = await state.replaceInFiles(\"/src/**\", \"var\", \"let\", { dry: true }); return [r.dr",
//=     gave: [true, 3],
//=   },
//=   {
//=     what: "const r = await state.replaceInFile(\"/src/app.ts\", \"old\", \"new\", { dryRun: true }); return",
//=     gave: [
//=       {
//=         replaced: 1,
//=         content: "import { add } from \"./util\";\n\nconsole.log(add(1, 2)); // TODO: log\nvar new = 1;\n",
//=       },
//=       "import { add } from \"./util\";\n\nconsole.log(add(1, 2)); // TODO: log\nvar old = 1;\n",
//=     ],
//=   },
//=   {
//=     what: "return [(await state.sed(\"/src/**\", \"var\", \"let\")).totalReplacements, await state.replace(",
//=     gave: [
//=       3,
//=       {
//=         dryRun: false,
//=         files: [
//=           {
//=             path: "/README.md",
//=             replaced: 1,
//=             content: "# Demo\n\nDONE: write\n",
//=             diff: "--- /README.md\n+++ /README.md\n@@ -1,3 +1,3 @@\n # Demo\n \n-TODO: write\n+DONE: write\n",
//=           },
//=         ],
//=         totalFiles: 1,
//=         totalReplacements: 1,
//=       },
//=       ["app.ts", "lib", "util.ts"],
//=       "src",
//=     ],
//=     changed: ["/README.md", "/src/app.ts", "/src/lib/a.js"],
//=   },
//=   {
//=     what: "const r = await state.replaceInFile(\"/src/lib/a.js\", /var (\\w)/g, (m, n) => \"let \" + n.toU",
//=     gave: { replaced: 2, content: "let X = 1;\nlet Y = 2;\nmodule.exports = { x, y };\n" },
//=     changed: ["/src/lib/a.js"],
//=   },
//=   {
//=     what: "await state.replaceInFiles(\"/src/**\", /var/g, (m) => \"let\")",
//=     threw: "EINVAL: state.replaceInFiles: a function as replacement works for one file: for (const { path } of await state.searchFiles(\"/src/**\", /var/g)) await state.replaceInFile(path, /var/g, replacement)",
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/src/lib/a.js\", \"/var/g\", \"let\", { regex: true })",
//=     gave: { replaced: 0, content: "var x = 1;\nvar y = 2;\nmodule.exports = { x, y };\n" },
//=   },
//=   {
//=     what: "return [(await state.replaceInFile(\"/src/lib/a.js\", \"(?i)VAR\", \"let\", { regex: true, dryRu",
//=     gave: [2, { replaced: 0, content: "var x = 1;\nvar y = 2;\nmodule.exports = { x, y };\n" }],
//=   },
//=   {
//=     what: "return state.replaceInFiles(\"var\", \"let\", \"/src/**\")",
//=     threw: "EINVAL: state.replaceInFiles: nothing matches the pattern \"var\", and \"/src/**\" does match files: the files come first, so write state.replaceInFiles(\"/src/**\", \"var\", \"let\") — expected state.replaceInFiles(pattern, search, replacement, options?)",
//=   },
//=   {
//=     what: "return state.replaceInFile(\"var\", \"let\", \"/src/lib/a.js\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, replaceInFile '/var'; '/src/lib/a.js' exists and is passed as \"replacement\": are the arguments swapped? It is state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await Promise.all((await state.glob(\"/src/*.ts\")).map(async (p) => { const t = await state",
//=     gave: undefined,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "for (const p of await state.glob(\"/src/*.ts\")) { const t = await state.readFile(p); const ",
//=     gave: "ok",
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "const r = await state.replaceInFile(\"/src/app.ts\", \"nothing here\", \"x\"); return r.replaced",
//=     gave: "no",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", { search: \"var\", replace: \"let\" }); return state.",
//=     gave: "import { add } from \"./util\";\n\nconsole.log(add(1, 2)); // TODO: log\nlet old = 1;\n",
//=     changed: ["/src/app.ts"],
//=   },
//= ]
//= console.warn: note: /var/g matched nothing and looks like a regular expression literal: pass it without quotes, or its source without the slashes
