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
