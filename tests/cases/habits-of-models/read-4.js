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
  await tried("return (await state.readFile(\"/data/lines.jsonl\")).trim().split(\"\\n\").map(JSON.parse)", async () => {
    return (await state.readFile("/data/lines.jsonl")).trim().split("\n").map(JSON.parse)
  });
  await tried("return { readme: state.readFile(\"/README.md\"), n: 1 }", async () => {
    return { readme: state.readFile("/README.md"), n: 1 }
  });
  await tried("const p = state.readFile(\"/README.md\"); const t = await p; return t.length", async () => {
    const p = state.readFile("/README.md"); const t = await p; return t.length
  });
  await tried("await state.mkdir(\"/a/b/c\", { parents: true }); await state.mkdir(\"/p\", 0o755); return sta", async () => {
    await state.mkdir("/a/b/c", { parents: true }); await state.mkdir("/p", 0o755); return state.readdir("/a/b")
  });
  await tried("return await state.readlink(\"/README.md\")", async () => {
    return await state.readlink("/README.md")
  });
  await tried("await state.writeFile(\"/o.txt\", state.readFile(\"/README.md\"))", async () => {
    await state.writeFile("/o.txt", state.readFile("/README.md"))
  });
  await tried("await state.writeFile({ path: \"/o.txt\", contents: \"x\", encoding: \"utf8\" }); return state.r", async () => {
    await state.writeFile({ path: "/o.txt", contents: "x", encoding: "utf8" }); return state.readFile("/o.txt")
  });
  await tried("await state.readFile(\"/README.md\", { encoding: \"utf8\", flag: \"r\" })", async () => {
    await state.readFile("/README.md", { encoding: "utf8", flag: "r" })
  });
  await tried("return state.readFile(\"/README.md\", \"binary\")", async () => {
    return state.readFile("/README.md", "binary")
  });
  await tried("return state.readFile(\"/README.md\", 1, 2)", async () => {
    return state.readFile("/README.md", 1, 2)
  });
  await tried("return state.readFile(\"/logs/app.log\", { start: 1, end: 2 })", async () => {
    return state.readFile("/logs/app.log", { start: 1, end: 2 })
  });
  await tried("return state.readFile(\"/logs/app.log\", { from: 1, to: 2 })", async () => {
    return state.readFile("/logs/app.log", { from: 1, to: 2 })
  });
  await tried("return state.readFile(\"/logs/app.log\", { asText: true })", async () => {
    return state.readFile("/logs/app.log", { asText: true })
  });
  await tried("return state.readFile(\"/README.md\", { signal: null })", async () => {
    return state.readFile("/README.md", { signal: null })
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return (await state.readFile(\"/data/lines.jsonl\")).trim().split(\"\\n\").map(JSON.parse)",
//=     gave: [{ a: 1 }, { a: 2 }],
//=   },
//=   {
//=     what: "return { readme: state.readFile(\"/README.md\"), n: 1 }",
//=     gave: { readme: "# Demo\n\nTODO: write\n", n: 1 },
//=   },
//=   {
//=     what: "const p = state.readFile(\"/README.md\"); const t = await p; return t.length",
//=     gave: 20,
//=   },
//=   {
//=     what: "await state.mkdir(\"/a/b/c\", { parents: true }); await state.mkdir(\"/p\", 0o755); return sta",
//=     gave: ["c"],
//=     changed: ["/a", "/a/b", "/a/b/c", "/p"],
//=   },
//=   {
//=     what: "return await state.readlink(\"/README.md\")",
//=     threw: "EINVAL: EINVAL: invalid argument, readlink '/README.md'",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", state.readFile(\"/README.md\"))",
//=     threw: "EINVAL: state.writeFile: an argument is a Promise; write `await` before what gives it",
//=   },
//=   {
//=     what: "await state.writeFile({ path: \"/o.txt\", contents: \"x\", encoding: \"utf8\" }); return state.r",
//=     gave: "x",
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.readFile(\"/README.md\", { encoding: \"utf8\", flag: \"r\" })",
//=     gave: undefined,
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", \"binary\")",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", 1, 2)",
//=     threw: "EINVAL: state.readFile: argument 3 is one too many: the number 2 — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/logs/app.log\", { start: 1, end: 2 })",
//=     threw: "EINVAL: state.readFile: \"options.start\" is no option; did you mean \"startLine\"? the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/logs/app.log\", { from: 1, to: 2 })",
//=     threw: "EINVAL: state.readFile: \"options.from\" is no option; did you mean \"fromLine\"? the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/logs/app.log\", { asText: true })",
//=     threw: "EINVAL: state.readFile: \"options.asText\" is no option; the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md\", { signal: null })",
//=     threw: "EINVAL: state.readFile: \"options.signal\" is no option; the options are startLine, endLine, byteOffset, byteLength, entry — expected state.readFile(path, options?)",
//=   },
//= ]
