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
//=     threw: "ENOENT: ENOENT: no such file or directory, searchText '/var'; '/src/lib/a.js' exists and stands where \"query\" does: are the arguments swapped? It is state.searchText(path, query, options?)",
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
