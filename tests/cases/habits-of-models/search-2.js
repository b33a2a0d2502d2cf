//+ files-project

async () => {
  //+ tried-afresh
  await tried("return await state.searchText(\"/logs/app.log\", \"ERROR|WARN\")", async () => {
    return await state.searchText("/logs/app.log", "ERROR|WARN")
  });
  await tried("return await state.searchFiles(\"/logs/*.log\", \"ERROR|WARN\")", async () => {
    return await state.searchFiles("/logs/*.log", "ERROR|WARN")
  });
  await tried("return await state.searchFiles(\"/src/**/*.ts\", \"^import\")", async () => {
    return await state.searchFiles("/src/**/*.ts", "^import")
  });
  await tried("return await state.searchFiles(\"/src/**\", \"add(\")", async () => {
    return await state.searchFiles("/src/**", "add(")
  });
  await tried("return await state.searchFiles(\"/src/**\", \"add(\", { regex: true })", async () => {
    return await state.searchFiles("/src/**", "add(", { regex: true })
  });
  await tried("return await state.searchFiles(\"/src/**\", \"function\\\\s+\\\\w+\", \"i\")", async () => {
    return await state.searchFiles("/src/**", "function\\s+\\w+", "i")
  });
  await tried("return await state.searchFiles(\"/src/**\", \"TODO\", { maxResults: 1, contextLines: 1 })", async () => {
    return await state.searchFiles("/src/**", "TODO", { maxResults: 1, contextLines: 1 })
  });
  await tried("return await state.searchFiles(\"/src/**\", \"TODO\", { include: \"*.ts\" })", async () => {
    return await state.searchFiles("/src/**", "TODO", { include: "*.ts" })
  });
  await tried("return await state.searchFiles(\"/\", \"TODO\", { include: \"**/*.ts\", exclude: \"node_modules\" ", async () => {
    return await state.searchFiles("/", "TODO", { include: "**/*.ts", exclude: "node_modules" })
  });
  await tried("return await state.searchFiles(\"/src/**\", \"TODO\", { filesOnly: true })", async () => {
    return await state.searchFiles("/src/**", "TODO", { filesOnly: true })
  });
  await tried("return await state.searchFiles(\"/src/**\", \"TODO\", { count: true })", async () => {
    return await state.searchFiles("/src/**", "TODO", { count: true })
  });
  await tried("return await state.searchFiles(\"/src/**\", \"todo\", { flags: \"i\" })", async () => {
    return await state.searchFiles("/src/**", "todo", { flags: "i" })
  });
  await tried("return await state.searchFiles(\"/src/**\", [\"TODO\", \"var\"])", async () => {
    return await state.searchFiles("/src/**", ["TODO", "var"])
  });
  await tried("return await state.searchFiles(\"TODO\")", async () => {
    return await state.searchFiles("TODO")
  });
  return answers;
}
//= result: [
//=   { what: "return await state.searchText(\"/logs/app.log\", \"ERROR|WARN\")", gave: [] },
//=   { what: "return await state.searchFiles(\"/logs/*.log\", \"ERROR|WARN\")", gave: [] },
//=   { what: "return await state.searchFiles(\"/src/**/*.ts\", \"^import\")", gave: [] },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"add(\")",
//=     gave: [
//=       {
//=         path: "/src/app.ts",
//=         matches: [
//=           {
//=             line: 3,
//=             column: 13,
//=             match: "add(",
//=             lineText: "console.log(add(1, 2)); // TODO: log",
//=           },
//=         ],
//=       },
//=       {
//=         path: "/src/util.ts",
//=         matches: [
//=           {
//=             line: 1,
//=             column: 17,
//=             match: "add(",
//=             lineText: "export function add(a: number, b: number) {",
//=           },
//=         ],
//=       },
//=     ],
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"add(\", { regex: true })",
//=     threw: "EINVAL: Invalid search pattern: /add(/: unterminated group at character 4",
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"function\\\\s+\\\\w+\", \"i\")",
//=     gave: [],
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"TODO\", { maxResults: 1, contextLines: 1 })",
//=     threw: "EINVAL: state.searchFiles: \"options.maxResults\" is no option; write (await state.searchFiles(\"/src/**\", \"TODO\", { contextLines: 1 })).slice(0, 1) for the first files; maxMatches bounds the matches of each file — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"TODO\", { include: \"*.ts\" })",
//=     threw: "EINVAL: state.searchFiles: \"options.include\" is no option; which files are searched is the first argument: await state.searchFiles(\"/src/**/*.ts\", \"TODO\") — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/\", \"TODO\", { include: \"**/*.ts\", exclude: \"node_modules\" ",
//=     threw: "EINVAL: state.searchFiles: \"options.include\" is no option; which files are searched is the first argument: await state.searchFiles(\"/**/*.ts\", \"TODO\", { exclude: \"node_modules\" }) — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"TODO\", { filesOnly: true })",
//=     threw: "EINVAL: state.searchFiles: \"options.filesOnly\" is no option; write (await state.searchFiles(\"/src/**\", \"TODO\")).map((file) => file.path) — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"TODO\", { count: true })",
//=     threw: "EINVAL: state.searchFiles: \"options.count\" is no option; write (await state.searchFiles(\"/src/**\", \"TODO\")).reduce((sum, file) => sum + file.matches.length, 0) — expected state.searchFiles(pattern, query, options?)",
//=   },
//=   {
//=     what: "return await state.searchFiles(\"/src/**\", \"todo\", { flags: \"i\" })",
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
//=     what: "return await state.searchFiles(\"/src/**\", [\"TODO\", \"var\"])",
//=     threw: "EINVAL: state.searchFiles: \"query\" must be a string, but is an array of 2 — expected state.searchFiles(pattern, query, options?); one of several is a pattern: await state.searchFiles(\"/src/**\", /TODO|var/)",
//=   },
//=   {
//=     what: "return await state.searchFiles(\"TODO\")",
//=     threw: "EINVAL: state.searchFiles: missing required parameter \"query\" — expected state.searchFiles(pattern, query, options?); to look everywhere: await state.searchFiles(\"/**\", \"TODO\")",
//=   },
//= ]
//= console.warn: note: "ERROR|WARN" matched nothing: it was searched literally; { regex: true } makes it a regular expression
//= console.warn: note: "^import" matched nothing: it was searched literally; { regex: true } makes it a regular expression
//= console.warn: note: "function\s+\w+" matched nothing: it was searched literally; { regex: true } makes it a regular expression
