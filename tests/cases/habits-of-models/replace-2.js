//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.replaceInFile(\"/src/app.ts\", [[\"var\", \"let\"], [\"old\", \"new\"]]);", async () => {
    await state.replaceInFile("/src/app.ts", [["var", "let"], ["old", "new"]]);
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", [{ search: \"var\", replace: \"let\" }]);", async () => {
    await state.replaceInFile("/src/app.ts", [{ search: "var", replace: "let" }]);
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { all: false })", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", { all: false })
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { count: 1 })", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", { count: 1 })
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", 1)", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", 1)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", true)", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", true)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", \"g\")", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", "g")
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"VAR\", \"let\", \"gi\")", async () => {
    await state.replaceInFile("/src/app.ts", "VAR", "let", "gi")
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { global: false })", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", { global: false })
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", null)", async () => {
    await state.replaceInFile("/src/app.ts", "var", null)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", undefined)", async () => {
    await state.replaceInFile("/src/app.ts", "var", undefined)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"\", \"x\")", async () => {
    await state.replaceInFile("/src/app.ts", "", "x")
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", new RegExp(\"var\", \"g\"), \"let\"); return (await sta", async () => {
    await state.replaceInFile("/src/app.ts", new RegExp("var", "g"), "let"); return (await state.readFile("/src/app.ts")).includes("let")
  });
  await tried("await state.sed(\"s/var/let/g\", \"/src/**/*.ts\")", async () => {
    await state.sed("s/var/let/g", "/src/**/*.ts")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", [[\"var\", \"let\"], [\"old\", \"new\"]]);",
//=     threw: "EINVAL: state.replaceInFile: \"search\" must be a string, but is an array of 2 — expected state.replaceInFile(path, search, replacement, options?); several at once: await state.applyEdits(\"/src/app.ts\", [{ search, replacement }, …])",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", [{ search: \"var\", replace: \"let\" }]);",
//=     threw: "EINVAL: state.replaceInFile: \"search\" must be a string, but is an array of 1 — expected state.replaceInFile(path, search, replacement, options?); several at once: await state.applyEdits(\"/src/app.ts\", [{ search, replacement }, …])",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { all: false })",
//=     threw: "EINVAL: state.replaceInFile: \"options.all\" is no option; every match is replaced; to stop after 1: let count = 0; await state.replaceInFile(\"/src/app.ts\", \"var\", (match) => count++ < 1 ? \"let\" : match) — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { count: 1 })",
//=     threw: "EINVAL: state.replaceInFile: \"options.count\" is no option; every match is replaced; to stop after 1: let count = 0; await state.replaceInFile(\"/src/app.ts\", \"var\", (match) => count++ < 1 ? \"let\" : match) — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", 1)",
//=     threw: "EINVAL: state.replaceInFile: \"options\" must be an object { caseSensitive?: boolean; regex?: boolean; wholeWord?: boolean; contextBefore?: number; contextAfter?: number; maxMatches?: number; dryRun?: boolean }, but is the number 1 — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", true)",
//=     threw: "EINVAL: state.replaceInFile: \"options\" must be an object { caseSensitive?: boolean; regex?: boolean; wholeWord?: boolean; contextBefore?: number; contextAfter?: number; maxMatches?: number; dryRun?: boolean }, but is true — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", \"g\")",
//=     gave: undefined,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"VAR\", \"let\", \"gi\")",
//=     gave: undefined,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { global: false })",
//=     threw: "EINVAL: state.replaceInFile: \"options.global\" is no option; every match is replaced; to stop after 1: let count = 0; await state.replaceInFile(\"/src/app.ts\", \"var\", (match) => count++ < 1 ? \"let\" : match) — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", null)",
//=     threw: "EINVAL: state.replaceInFile: \"replacement\" must be a string, but is null — expected state.replaceInFile(path, search, replacement, options?); \"\" removes what is found",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", undefined)",
//=     threw: "EINVAL: state.replaceInFile: missing required parameter \"replacement\" — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"\", \"x\")",
//=     threw: "EINVAL: Search query must not be empty",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", new RegExp(\"var\", \"g\"), \"let\"); return (await sta",
//=     gave: true,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "await state.sed(\"s/var/let/g\", \"/src/**/*.ts\")",
//=     threw: "EINVAL: state.replaceInFiles: \"s/var/let/g\" is an expression of sed: write await state.replaceInFiles(\"/src/**/*.ts\", /var/g, \"let\")",
//=   },
//= ]
