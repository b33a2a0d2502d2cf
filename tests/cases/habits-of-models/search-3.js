//+ files-project

async () => {
  //+ tried-afresh
  await tried("return await state.searchFiles(\"*.ts\", \"TODO\")", async () => {
    return await state.searchFiles("*.ts", "TODO")
  });
  await tried("return await state.searchFiles(\"**/*.ts\", \"TODO\", \"/src\")", async () => {
    return await state.searchFiles("**/*.ts", "TODO", "/src")
  });
  await tried("return await state.grep({ pattern: \"TODO\", path: \"/src\" })", async () => {
    return await state.grep({ pattern: "TODO", path: "/src" })
  });
  await tried("return await state.grep({ pattern: \"TODO\", path: \"/src\", \"-i\": true, \"-n\": true })", async () => {
    return await state.grep({ pattern: "TODO", path: "/src", "-i": true, "-n": true })
  });
  await tried("return await state.grep(\"-rn\", \"TODO\", \"/src\")", async () => {
    return await state.grep("-rn", "TODO", "/src")
  });
  await tried("return await state.grep(\"TODO\", { path: \"/src\" })", async () => {
    return await state.grep("TODO", { path: "/src" })
  });
  await tried("return await state.searchFiles(\"/src/**\", \"todo\", { flags: \"q\" })", async () => {
    return await state.searchFiles("/src/**", "todo", { flags: "q" })
  });
  await tried("return (await state.grep(\"todo\", \"/src\", { i: true })).length", async () => {
    return (await state.grep("todo", "/src", { i: true })).length
  });
  await tried("return (await state.grep(/todo/i, \"/src/**/*.ts\"))[0].matches.length", async () => {
    return (await state.grep(/todo/i, "/src/**/*.ts"))[0].matches.length
  });
  await tried("return (await state.search(\"todo\", { in: \"/src\", ignoreCase: true })).length", async () => {
    return (await state.search("todo", { in: "/src", ignoreCase: true })).length
  });
  return answers;
}
//= result: [
//=   { what: "return await state.searchFiles(\"*.ts\", \"TODO\")", gave: [] },
//=   {
//=     what: "return await state.searchFiles(\"**/*.ts\", \"TODO\", \"/src\")",
//=     threw: "EINVAL: state.searchFiles: '/' is no flag of a regular expression: those are i, m, s, u, g; options are an object such as { ignoreCase: true } — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   {
//=     what: "return await state.grep({ pattern: \"TODO\", path: \"/src\" })",
//=     gave: [
//=       {
//=         path: "/src/app.ts",
//=         matches: [
//=           {
//=             line: 3,
//=             column: 28,
//=             match: "TODO",
//=             lineText: "console.log(add(1, 2)); // TODO: log",
//=           },
//=         ],
//=       },
//=     ],
//=   },
//=   {
//=     what: "return await state.grep({ pattern: \"TODO\", path: \"/src\", \"-i\": true, \"-n\": true })",
//=     gave: [
//=       {
//=         path: "/src/app.ts",
//=         matches: [
//=           {
//=             line: 3,
//=             column: 28,
//=             match: "TODO",
//=             lineText: "console.log(add(1, 2)); // TODO: log",
//=           },
//=         ],
//=       },
//=     ],
//=   },
//=   {
//=     what: "return await state.grep(\"-rn\", \"TODO\", \"/src\")",
//=     threw: "EINVAL: state.searchFiles: \"-rn\" is a flag of a shell's grep; flags are options here: await state.searchFiles(\"/src\", \"TODO\")",
//=   },
//=   {
//=     what: "return await state.grep(\"TODO\", { path: \"/src\" })",
//=     gave: [
//=       {
//=         path: "/src/app.ts",
//=         matches: [
//=           {
//=             line: 3,
//=             column: 28,
//=             match: "TODO",
//=             lineText: "console.log(add(1, 2)); // TODO: log",
//=           },
//=         ],
//=       },
//=     ],
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"todo\", { flags: \"q\" })",
//=     threw: "EINVAL: state.searchFiles: 'q' is no flag of a regular expression: those are i, m, s, u, g; options are an object such as { ignoreCase: true } — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   { what: "return (await state.grep(\"todo\", \"/src\", { i: true })).length", gave: 1 },
//=   {
//=     what: "return (await state.grep(/todo/i, \"/src/**/*.ts\"))[0].matches.length",
//=     gave: 1,
//=   },
//=   {
//=     what: "return (await state.search(\"todo\", { in: \"/src\", ignoreCase: true })).length",
//=     gave: 1,
//=   },
//= ]
//= console.warn: note: nothing at the top matches "*.ts": "**/*.ts" is every folder, and matches 3
