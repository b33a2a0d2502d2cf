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
  await tried("return Object.entries(await state.stat(\"/README.md\")).length", async () => {
    return Object.entries(await state.stat("/README.md")).length
  });
  await tried("return (await state.listFiles(\"/src\", { recursive: true })).length", async () => {
    return (await state.listFiles("/src", { recursive: true })).length
  });
  await tried("return (await state.listFiles(\"/src\", \"*.ts\"))", async () => {
    return (await state.listFiles("/src", "*.ts"))
  });
  await tried("return (await state.listFiles(\"/src\", { pattern: \"*.ts\" }))", async () => {
    return (await state.listFiles("/src", { pattern: "*.ts" }))
  });
  await tried("return (await state.ls(\"/src\", \"-la\"))", async () => {
    return (await state.ls("/src", "-la"))
  });
  await tried("return (await state.ls(\"-la\", \"/src\"))", async () => {
    return (await state.ls("-la", "/src"))
  });
  await tried("return (await state.ls())", async () => {
    return (await state.ls())
  });
  await tried("return [1,2].reduce((state, x) => state.find ? state : state + x, 0)", async () => {
    return [1,2].reduce((state, x) => state.find ? state : state + x, 0)
  });
  await tried("const total = [{n:1}].reduce((state, x) => { if (state.exists) return 1; return state; }, ", async () => {
    const total = [{n:1}].reduce((state, x) => { if (state.exists) return 1; return state; }, {}); return typeof total
  });
  await tried("return await state.exists(\"/README.md\") && \"yes\"", async () => {
    return await state.exists("/README.md") && "yes"
  });
  await tried("const ok = await state.exists(\"/nope\") || state.exists(\"/README.md\"); return ok", async () => {
    const ok = await state.exists("/nope") || state.exists("/README.md"); return ok
  });
  await tried("return !(await state.exists(\"/nope\"))", async () => {
    return !(await state.exists("/nope"))
  });
  return answers;
}
//= result: [
//=   { what: "return Object.entries(await state.stat(\"/README.md\")).length", gave: 4 },
//=   { what: "return (await state.listFiles(\"/src\", { recursive: true })).length", gave: 4 },
//=   {
//=     what: "return (await state.listFiles(\"/src\", \"*.ts\"))",
//=     gave: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.listFiles(\"/src\", { pattern: \"*.ts\" }))",
//=     gave: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.ls(\"/src\", \"-la\"))",
//=     threw: "EINVAL: state.readdir: \"-la\" is a flag of a shell: write await state.readdir(\"/src\")",
//=   },
//=   {
//=     what: "return (await state.ls(\"-la\", \"/src\"))",
//=     threw: "EINVAL: state.readdir: \"-la\" is a flag of a shell: write await state.readdir(\"/src\")",
//=   },
//=   {
//=     what: "return (await state.ls())",
//=     threw: "EINVAL: state.readdir: missing required parameter \"path\" — expected state.readdir(path)",
//=   },
//=   { what: "return [1,2].reduce((state, x) => state.find ? state : state + x, 0)", gave: 3 },
//=   {
//=     what: "const total = [{n:1}].reduce((state, x) => { if (state.exists) return 1; return state; }, ",
//=     gave: "object",
//=   },
//=   { what: "return await state.exists(\"/README.md\") && \"yes\"", gave: "yes" },
//=   {
//=     what: "const ok = await state.exists(\"/nope\") || state.exists(\"/README.md\"); return ok",
//=     gave: true,
//=   },
//=   { what: "return !(await state.exists(\"/nope\"))", gave: true },
//= ]
