//! [files]
//! "/package.json" = "{\n  \"name\": \"demo\",\n  \"version\": \"1.0.0\",\n  \"scripts\": { \"build\": \"tsc\", \"test\": \"vitest\" },\n  \"dependencies\": { \"lodash\": \"^4.17.0\" }\n}\n"
//! "/tsconfig.json" = "{\n  // strict\n  \"compilerOptions\": { \"strict\": false, },\n}\n"
//! "/README.md" = "# Demo\n\nTODO: write\n"
//! "/src/app.ts" = "import { add } from \"./util\";\n\nconsole.log(add(1, 2)); // TODO: log\nvar old = 1;\n"
//! "/src/util.ts" = "export function add(a: number, b: number) {\n  return a + b;\n}\n"
//! "/src/lib/a.js" = "var x = 1;\nvar y = 2;\nmodule.exports = { x, y };\n"
//! "/src/lib/b.test.js" = "test('b', () => {});\n"
//! "/data/users.csv" = "name,age\nann,31\nbob,27\n"
//! "/data/users.json" = "[{\"name\":\"ann\",\"age\":31},{\"name\":\"bob\",\"age\":27}]"
//! "/data/config.yaml" = "name: demo\nport: 80\n"
//! "/data/lines.jsonl" = "{\"a\":1}\n{\"a\":2}\n"
//! "/logs/app.log" = "2024-01-01 INFO start\n2024-01-01 ERROR boom\n2024-01-02 WARN hm\n2024-01-02 ERROR bang\n"
//! "/logs/old.tmp" = "x"
//! "/.env" = "KEY=1\nSECRET=abc\n"
//! "/node_modules/x/index.js" = "var x = 1;\n"
//! "/empty.txt" = ""
//! "/win.txt" = "a\r\nb\r\n"
//! "/link.ts" = { symlink = "/src/app.ts" }

async () => {
  const answers = [];
  const kept = new Map();
  for (const { path, type } of await state.find("/")) kept.set(path, type === "file" ? await state.readFile(path) : type);
  const seen = async () => {
    const left = new Map();
    for (const { path, type } of await state.find("/")) left.set(path, type === "file" ? await state.hashFile(path) : type);
    return left;
  };
  const start = await seen();
  // Each starts with the same files; what it gave is recorded, and which files it changed.
  const tried = async (what, call) => {
    const answer = { what };
    try { answer.gave = await call(); } catch (error) { answer.threw = `${error.code ?? error.name}: ${error.message}`; }
    const now = await seen();
    const changed = [...new Set([...start.keys(), ...now.keys()])].filter((path) => start.get(path) !== now.get(path)).sort();
    if (changed.length > 0) {
      answer.changed = changed;
      for (const path of await state.readdir("/")) await state.removeTree(`/${path}`);
      for (const [path, text] of kept) {
        if (text === "directory") await state.mkdir(path, { recursive: true });
        else if (text === "symlink") await state.symlink("/src/app.ts", path);
        else await state.writeFile(path, text);
      }
    }
    answers.push(answer);
  };
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
//= console.warn: note: "ERROR|WARN" matched nothing: it was searched as it stands; { regex: true } makes it a regular expression
//= console.warn: note: "^import" matched nothing: it was searched as it stands; { regex: true } makes it a regular expression
//= console.warn: note: "function\s+\w+" matched nothing: it was searched as it stands; { regex: true } makes it a regular expression
