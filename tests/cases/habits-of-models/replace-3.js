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
