//+ files-project

async () => {
  //+ tried-afresh
  await tried("return (await state.searchFiles(\"/src/**\", \"va.\", { isRegex: true })).length + (await stat", async () => {
    return (await state.searchFiles("/src/**", "va.", { isRegex: true })).length + (await state.searchFiles("/src/**", "va.", { useRegex: true })).length + (await state.searchFiles("/src/**", "va.", { regexp: true })).length + (await state.searchFiles("/src/**", "va.", { is_regex: true })).length
  });
  await tried("return (await state.searchFiles(\"/src/**\", \"TODO: LOG\", { ignoreCase: true })).length + (a", async () => {
    return (await state.searchFiles("/src/**", "TODO: LOG", { ignoreCase: true })).length + (await state.searchFiles("/src/**", "TODO: LOG", { caseInsensitive: true })).length + (await state.searchFiles("/src/**", "TODO: LOG", { i: true })).length
  });
  await tried("return [await state.grep(\"var\", \"/src/**\"), await state.search(\"/src\", \"var\"), await state", async () => {
    return [await state.grep("var", "/src/**"), await state.search("/src", "var"), await state.grep("TODO")]
  });
  await tried("return await state.grep(\"/src/**/*.ts\", /todo/i)", async () => {
    return await state.grep("/src/**/*.ts", /todo/i)
  });
  await tried("return [(await state.searchFiles(\"/src/**\", /VAR/i)).length, (await state.searchText(\"/src", async () => {
    return [(await state.searchFiles("/src/**", /VAR/i)).length, (await state.searchText("/src/lib/a.js", /^var (\w)/gm)).length, await state.searchText("/src/lib/a.js", /var.*/u), await state.searchText("/src/lib/a.js", /x/y)]
  });
  await tried("return await state.searchFiles(\"/src/**\", \"/var/g\", { regex: true })", async () => {
    return await state.searchFiles("/src/**", "/var/g", { regex: true })
  });
  await tried("return await state.searchFiles(\"/src/**\", \"/var/g\")", async () => {
    return await state.searchFiles("/src/**", "/var/g")
  });
  await tried("return state.searchFiles({ pattern: \"/src/**\", query: \"va.\", regex: true })", async () => {
    return state.searchFiles({ pattern: "/src/**", query: "va.", regex: true })
  });
  await tried("return state.searchFiles(\"var\", \"/src/**\")", async () => {
    return state.searchFiles("var", "/src/**")
  });
  await tried("return state.searchFiles(\"/src\", \"var\")", async () => {
    return state.searchFiles("/src", "var")
  });
  await tried("return state.searchText(\"var\", \"/src/lib/a.js\")", async () => {
    return state.searchText("var", "/src/lib/a.js")
  });
  await tried("return state.search_files({ path: \"/src\", pattern: \"var\" })", async () => {
    return state.search_files({ path: "/src", pattern: "var" })
  });
  await tried("return state.search_files({ path: \"/src\", pattern: \"*.ts\", excludePatterns: [\"node_modules", async () => {
    return state.search_files({ path: "/src", pattern: "*.ts", excludePatterns: ["node_modules"] })
  });
  await tried("return (await state.grep(\"ERROR\", \"/logs/app.log\")).length", async () => {
    return (await state.grep("ERROR", "/logs/app.log")).length
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return (await state.searchFiles(\"/src/**\", \"va.\", { isRegex: true })).length + (await stat",
//=     gave: 8,
//=   },
//=   {
//=     what: "return (await state.searchFiles(\"/src/**\", \"TODO: LOG\", { ignoreCase: true })).length + (a",
//=     gave: 3,
//=   },
//=   {
//=     what: "return [await state.grep(\"var\", \"/src/**\"), await state.search(\"/src\", \"var\"), await state",
//=     threw: "EINVAL: state.searchFiles: state.grep is state.searchFiles(pattern, query, options?): say which files, as in await state.searchFiles(\"/**\", \"TODO\")",
//=   },
//=   {
//=     what: "return await state.grep(\"/src/**/*.ts\", /todo/i)",
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
//=     what: "return [(await state.searchFiles(\"/src/**\", /VAR/i)).length, (await state.searchText(\"/src",
//=     gave: [
//=       2,
//=       2,
//=       [
//=         { line: 1, column: 1, match: "var x = 1;", lineText: "var x = 1;" },
//=         { line: 2, column: 1, match: "var y = 2;", lineText: "var y = 2;" },
//=       ],
//=       [
//=         { line: 1, column: 5, match: "x", lineText: "var x = 1;" },
//=         { line: 3, column: 9, match: "x", lineText: "module.exports = { x, y };" },
//=         { line: 3, column: 20, match: "x", lineText: "module.exports = { x, y };" },
//=       ],
//=     ],
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"/var/g\", { regex: true })",
//=     gave: [],
//=   },
//=   { what: "return await state.searchFiles(\"/src/**\", \"/var/g\")", gave: [] },
//=   {
//=     what: "return state.searchFiles({ pattern: \"/src/**\", query: \"va.\", regex: true })",
//=     gave: [
//=       {
//=         path: "/src/app.ts",
//=         matches: [{ line: 4, column: 1, match: "var", lineText: "var old = 1;" }],
//=       },
//=       {
//=         path: "/src/lib/a.js",
//=         matches: [
//=           { line: 1, column: 1, match: "var", lineText: "var x = 1;" },
//=           { line: 2, column: 1, match: "var", lineText: "var y = 2;" },
//=         ],
//=       },
//=     ],
//=   },
//=   {
//=     what: "return state.searchFiles(\"var\", \"/src/**\")",
//=     threw: "EINVAL: state.searchFiles: nothing matches the pattern \"var\", and \"/src/**\" does match files: the files come first, so write state.searchFiles(\"/src/**\", \"var\") — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   {
//=     what: "return state.searchFiles(\"/src\", \"var\")",
//=     gave: [
//=       {
//=         path: "/src/app.ts",
//=         matches: [{ line: 4, column: 1, match: "var", lineText: "var old = 1;" }],
//=       },
//=       {
//=         path: "/src/lib/a.js",
//=         matches: [
//=           { line: 1, column: 1, match: "var", lineText: "var x = 1;" },
//=           { line: 2, column: 1, match: "var", lineText: "var y = 2;" },
//=         ],
//=       },
//=     ],
//=   },
//=   {
//=     what: "return state.searchText(\"var\", \"/src/lib/a.js\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, searchText '/var'; '/src/lib/a.js' exists and is passed as \"query\": are the arguments swapped? It is state.searchText(path, query, options?)",
//=   },
//=   {
//=     what: "return state.search_files({ path: \"/src\", pattern: \"var\" })",
//=     gave: [
//=       {
//=         path: "/src/app.ts",
//=         matches: [{ line: 4, column: 1, match: "var", lineText: "var old = 1;" }],
//=       },
//=       {
//=         path: "/src/lib/a.js",
//=         matches: [
//=           { line: 1, column: 1, match: "var", lineText: "var x = 1;" },
//=           { line: 2, column: 1, match: "var", lineText: "var y = 2;" },
//=         ],
//=       },
//=     ],
//=   },
//=   {
//=     what: "return state.search_files({ path: \"/src\", pattern: \"*.ts\", excludePatterns: [\"node_modules",
//=     threw: "EINVAL: state.searchFiles: files whose names match \"*.ts\" are found by await state.find(path, { name: \"*.ts\" }); this searches what files hold — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   { what: "return (await state.grep(\"ERROR\", \"/logs/app.log\")).length", gave: 1 },
//= ]
//= console.warn: note: /var/g matched nothing and looks like a regular expression literal: pass it without quotes, or its source without the slashes
