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
  await tried("await state.writeFile(\"/o.txt\")", async () => {
    await state.writeFile("/o.txt")
  });
  await tried("await state.writeFile(\"/o.txt\", new Date(0))", async () => {
    await state.writeFile("/o.txt", new Date(0))
  });
  await tried("await state.writeFile(\"/o.txt\", true)", async () => {
    await state.writeFile("/o.txt", true)
  });
  await tried("await state.writeFile(\"/o.txt\", new Blob([\"x\"]))", async () => {
    await state.writeFile("/o.txt", new Blob(["x"]))
  });
  await tried("await state.writeFile(\"/o.txt\", new Error(\"x\"))", async () => {
    await state.writeFile("/o.txt", new Error("x"))
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { mode: 0o600 }); return (await state.stat(\"/o.txt\"))", async () => {
    await state.writeFile("/o.txt", "a", { mode: 0o600 }); return (await state.stat("/o.txt")).mode
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { createParents: true, overwrite: false })", async () => {
    await state.writeFile("/o.txt", "a", { createParents: true, overwrite: false })
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", (err) => { if (err) throw err })", async () => {
    await state.writeFile("/o.txt", "a", (err) => { if (err) throw err })
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { encoding: \"utf-16\" }); return (await state.stat(\"/o", async () => {
    await state.writeFile("/o.txt", "a", { encoding: "utf-16" }); return (await state.stat("/o.txt")).size
  });
  await tried("await state.writeFile(\"/o.txt\", \"a\", { atomic: true })", async () => {
    await state.writeFile("/o.txt", "a", { atomic: true })
  });
  await tried("return await state.diffContent(\"/README.md\", \"# Demo\\n\\nTODO: write\\n\")", async () => {
    return await state.diffContent("/README.md", "# Demo\n\nTODO: write\n")
  });
  await tried("await state.mkdir(\"/src\").catch(e => { if (e.code !== \"EEXIST\") throw e }); return \"ok\"", async () => {
    await state.mkdir("/src").catch(e => { if (e.code !== "EEXIST") throw e }); return "ok"
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.writeFile(\"/o.txt\")",
//=     threw: "EINVAL: state.writeFile: missing required parameter \"content\" — expected state.writeFile(path, content)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", new Date(0))",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is a Date — expected state.writeFile(path, content); make it text first, as with String(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", true)",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is true — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/o.txt\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", new Blob([\"x\"]))",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is an object {} — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/o.txt\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", new Error(\"x\"))",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is an Error (Error) — expected state.writeFile(path, content); make it text first, as with String(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { mode: 0o600 }); return (await state.stat(\"/o.txt\"))",
//=     gave: 384,
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { createParents: true, overwrite: false })",
//=     gave: undefined,
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", (err) => { if (err) throw err })",
//=     threw: "EINVAL: state.writeFile: it takes no callback: it gives a promise, so write const result = await state.writeFile(\"/o.txt\", \"a\")",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { encoding: \"utf-16\" }); return (await state.stat(\"/o",
//=     gave: 2,
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", \"a\", { atomic: true })",
//=     threw: "EINVAL: state.writeFile: \"options.atomic\" is no option; the options are encoding, mode, append, overwrite — expected state.writeFile(path, content)",
//=   },
//=   {
//=     what: "return await state.diffContent(\"/README.md\", \"# Demo\\n\\nTODO: write\\n\")",
//=     gave: "",
//=   },
//=   {
//=     what: "await state.mkdir(\"/src\").catch(e => { if (e.code !== \"EEXIST\") throw e }); return \"ok\"",
//=     gave: "ok",
//=   },
//= ]
