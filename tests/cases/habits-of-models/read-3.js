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
  await tried("return await state.readFile(new URL(\"file:///README.md\"))", async () => {
    return await state.readFile(new URL("file:///README.md"))
  });
  await tried("return await state.readFile(\"/src/../README.md\")", async () => {
    return await state.readFile("/src/../README.md")
  });
  await tried("return await state.readFile(\"/workspace/README.md\")", async () => {
    return await state.readFile("/workspace/README.md")
  });
  await tried("return await state.readFile(\"/home/user/project/src/app.ts\")", async () => {
    return await state.readFile("/home/user/project/src/app.ts")
  });
  await tried("return await state.readFile(\"\")", async () => {
    return await state.readFile("")
  });
  await tried("return await state.readFile(undefined)", async () => {
    return await state.readFile(undefined)
  });
  await tried("return await state.readdir()", async () => {
    return await state.readdir()
  });
  await tried("return await state.readdir(\".\")", async () => {
    return await state.readdir(".")
  });
  await tried("return state.read_text_file({ path: \"/README.md\", head: 1 })", async () => {
    return state.read_text_file({ path: "/README.md", head: 1 })
  });
  await tried("return state.read_text_file({ path: \"/README.md\", tail: 1 })", async () => {
    return state.read_text_file({ path: "/README.md", tail: 1 })
  });
  await tried("return state.view({ path: \"/README.md\", view_range: [1, 1] })", async () => {
    return state.view({ path: "/README.md", view_range: [1, 1] })
  });
  await tried("const lines = (await state.readFile(\"/logs/app.log\")).split(\"\\n\").filter(Boolean); return ", async () => {
    const lines = (await state.readFile("/logs/app.log")).split("\n").filter(Boolean); return lines.filter(l => l.includes("ERROR")).length
  });
  await tried("const rows = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map(l => l.split", async () => {
    const rows = (await state.readFile("/data/users.csv")).trim().split("\n").map(l => l.split(",")); return rows
  });
  await tried("const [header, ...rows] = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map", async () => {
    const [header, ...rows] = (await state.readFile("/data/users.csv")).trim().split("\n").map(l => l.split(",")); return rows.map(r => Object.fromEntries(header.map((h, i) => [h, r[i]])))
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return await state.readFile(new URL(\"file:///README.md\"))",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/file:/README.md'; did you mean '/README.md'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"/src/../README.md\")",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "return await state.readFile(\"/workspace/README.md\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/workspace/README.md'; did you mean '/README.md'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"/home/user/project/src/app.ts\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/home/user/project/src/app.ts'; did you mean '/src/app.ts'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, readFile '/'; it is a directory: state.readdir(path) lists it, state.searchFiles(\"/**\", query) searches it",
//=   },
//=   {
//=     what: "return await state.readFile(undefined)",
//=     threw: "EINVAL: state.readFile: missing required parameter \"path\" — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return await state.readdir()",
//=     threw: "EINVAL: state.readdir: missing required parameter \"path\" — expected state.readdir(path)",
//=   },
//=   {
//=     what: "return await state.readdir(\".\")",
//=     gave: [
//=       ".env",
//=       "README.md",
//=       "data",
//=       "empty.txt",
//=       "link.ts",
//=       "logs",
//=       "node_modules",
//=       "package.json",
//=       "src",
//=       "tsconfig.json",
//=       "win.txt",
//=     ],
//=   },
//=   { what: "return state.read_text_file({ path: \"/README.md\", head: 1 })", gave: "# Demo" },
//=   {
//=     what: "return state.read_text_file({ path: \"/README.md\", tail: 1 })",
//=     threw: "EINVAL: state.readFile: \"options.tail\" is no option; write (await state.readFile(\"/README.md\")).split(/(?<=\\n)/).slice(-1).join(\"\") — expected state.readFile(path, options?)",
//=   },
//=   {
//=     what: "return state.view({ path: \"/README.md\", view_range: [1, 1] })",
//=     gave: "# Demo",
//=   },
//=   {
//=     what: "const lines = (await state.readFile(\"/logs/app.log\")).split(\"\\n\").filter(Boolean); return ",
//=     gave: 2,
//=   },
//=   {
//=     what: "const rows = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map(l => l.split",
//=     gave: [["name", "age"], ["ann", "31"], ["bob", "27"]],
//=   },
//=   {
//=     what: "const [header, ...rows] = (await state.readFile(\"/data/users.csv\")).trim().split(\"\\n\").map",
//=     gave: [{ name: "ann", age: "31" }, { name: "bob", age: "27" }],
//=   },
//= ]
