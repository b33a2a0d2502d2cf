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
  await tried("return (await state.find(\"/src\", { type: \"files\" })).length", async () => {
    return (await state.find("/src", { type: "files" })).length
  });
  await tried("return (await state.find(\"/src\", { type: \"FILE\" })).length", async () => {
    return (await state.find("/src", { type: "FILE" })).length
  });
  await tried("return (await state.find(\"/\", { size: \">1000\" })).length", async () => {
    return (await state.find("/", { size: ">1000" })).length
  });
  await tried("return (await state.find(\"/\", { minSize: \"1kb\" })).length", async () => {
    return (await state.find("/", { minSize: "1kb" })).length
  });
  await tried("return (await state.find(\"/\", { content: \"TODO\" })).length", async () => {
    return (await state.find("/", { content: "TODO" })).length
  });
  await tried("return (await state.find(\"/\", (e) => e.name.endsWith(\".ts\"))).length", async () => {
    return (await state.find("/", (e) => e.name.endsWith(".ts"))).length
  });
  await tried("return (await state.find(\"/\", { filter: (e) => e.size > 0 })).length", async () => {
    return (await state.find("/", { filter: (e) => e.size > 0 })).length
  });
  await tried("return (await state.find(\"/\", { limit: 3 })).length", async () => {
    return (await state.find("/", { limit: 3 })).length
  });
  await tried("return (await state.find(\"/\", { recursive: false, type: \"file\" })).map(e => e.path)", async () => {
    return (await state.find("/", { recursive: false, type: "file" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { includeHidden: true })).length", async () => {
    return (await state.find("/", { includeHidden: true })).length
  });
  await tried("return (await state.find(\"/\", { hidden: false })).length", async () => {
    return (await state.find("/", { hidden: false })).length
  });
  await tried("return (await state.find(\"/\", { iname: \"readme*\" })).length", async () => {
    return (await state.find("/", { iname: "readme*" })).length
  });
  await tried("return (await state.find(\"/nope\")).length", async () => {
    return (await state.find("/nope")).length
  });
  await tried("return (await state.find(\"/src\", { type: \"file\" })).sort((a, b) => a.size - b.size)[0].pat", async () => {
    return (await state.find("/src", { type: "file" })).sort((a, b) => a.size - b.size)[0].path
  });
  return answers;
}
//= result: [
//=   { what: "return (await state.find(\"/src\", { type: \"files\" })).length", gave: 4 },
//=   { what: "return (await state.find(\"/src\", { type: \"FILE\" })).length", gave: 4 },
//=   {
//=     what: "return (await state.find(\"/\", { size: \">1000\" })).length",
//=     threw: "EINVAL: state.find: \"options.size\" is no option; write sizeMin or sizeMax, in bytes — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { minSize: \"1kb\" })).length",
//=     threw: "EINVAL: state.find: \"options.sizeMin\" must be a number, but is the string \"1kb\" — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { content: \"TODO\" })).length",
//=     threw: "EINVAL: state.find: \"options.content\" is no option; what files hold is searched by await state.searchFiles(\"/**\", \"TODO\") — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", (e) => e.name.endsWith(\".ts\"))).length",
//=     threw: "EINVAL: state.find: a function is no argument of it: filter what comes back, (await state.find(…)).filter((found) => …)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { filter: (e) => e.size > 0 })).length",
//=     threw: "EINVAL: state.find: \"options.filter\" is no option; write (await state.find(\"/\")).filter((entry) => …) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { limit: 3 })).length",
//=     threw: "EINVAL: state.find: \"options.limit\" is no option; write (await state.find(\"/\")).slice(0, 3) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { recursive: false, type: \"file\" })).map(e => e.path)",
//=     gave: ["/.env", "/README.md", "/empty.txt", "/package.json", "/tsconfig.json", "/win.txt"],
//=   },
//=   { what: "return (await state.find(\"/\", { includeHidden: true })).length", gave: 25 },
//=   {
//=     what: "return (await state.find(\"/\", { hidden: false })).length",
//=     threw: "EINVAL: state.find: \"options.hidden\" is no option; to leave them out, and all below them: await state.find(\"/\", { exclude: [\".*\"] }) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { iname: \"readme*\" })).length",
//=     threw: "EINVAL: state.find: \"options.iname\" is no option; names are compared with their case: await state.find(\"/\", { name: \"[rR][eE][aA][dD][mM][eE]*\" }) has both — expected state.find(path, options?)",
//=   },
//=   { what: "return (await state.find(\"/nope\")).length", gave: 0 },
//=   {
//=     what: "return (await state.find(\"/src\", { type: \"file\" })).sort((a, b) => a.size - b.size)[0].pat",
//=     gave: "/src/lib/b.test.js",
//=   },
//= ]
