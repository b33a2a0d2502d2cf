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
  await tried("await state.replaceInFile(\"/src/app.ts\", [[\"var\", \"let\"], [\"old\", \"new\"]]);", async () => {
    await state.replaceInFile("/src/app.ts", [["var", "let"], ["old", "new"]]);
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", [{ search: \"var\", replace: \"let\" }]);", async () => {
    await state.replaceInFile("/src/app.ts", [{ search: "var", replace: "let" }]);
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { all: false })", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", { all: false })
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { count: 1 })", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", { count: 1 })
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", 1)", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", 1)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", true)", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", true)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", \"g\")", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", "g")
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"VAR\", \"let\", \"gi\")", async () => {
    await state.replaceInFile("/src/app.ts", "VAR", "let", "gi")
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { global: false })", async () => {
    await state.replaceInFile("/src/app.ts", "var", "let", { global: false })
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", null)", async () => {
    await state.replaceInFile("/src/app.ts", "var", null)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"var\", undefined)", async () => {
    await state.replaceInFile("/src/app.ts", "var", undefined)
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", \"\", \"x\")", async () => {
    await state.replaceInFile("/src/app.ts", "", "x")
  });
  await tried("await state.replaceInFile(\"/src/app.ts\", new RegExp(\"var\", \"g\"), \"let\"); return (await sta", async () => {
    await state.replaceInFile("/src/app.ts", new RegExp("var", "g"), "let"); return (await state.readFile("/src/app.ts")).includes("let")
  });
  await tried("await state.sed(\"s/var/let/g\", \"/src/**/*.ts\")", async () => {
    await state.sed("s/var/let/g", "/src/**/*.ts")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", [[\"var\", \"let\"], [\"old\", \"new\"]]);",
//=     threw: "EINVAL: state.replaceInFile: \"search\" must be a string, but is an array of 2 — expected state.replaceInFile(path, search, replacement, options?); several at once: await state.applyEdits(\"/src/app.ts\", [{ search, replacement }, …])",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", [{ search: \"var\", replace: \"let\" }]);",
//=     threw: "EINVAL: state.replaceInFile: \"search\" must be a string, but is an array of 1 — expected state.replaceInFile(path, search, replacement, options?); several at once: await state.applyEdits(\"/src/app.ts\", [{ search, replacement }, …])",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { all: false })",
//=     threw: "EINVAL: state.replaceInFile: \"options.all\" is no option; every match is replaced; to stop after 1: let count = 0; await state.replaceInFile(\"/src/app.ts\", \"var\", (match) => count++ < 1 ? \"let\" : match) — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { count: 1 })",
//=     threw: "EINVAL: state.replaceInFile: \"options.count\" is no option; every match is replaced; to stop after 1: let count = 0; await state.replaceInFile(\"/src/app.ts\", \"var\", (match) => count++ < 1 ? \"let\" : match) — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", 1)",
//=     threw: "EINVAL: state.replaceInFile: \"options\" must be an object { caseSensitive?: boolean; regex?: boolean; wholeWord?: boolean; contextBefore?: number; contextAfter?: number; maxMatches?: number; dryRun?: boolean }, but is the number 1 — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", true)",
//=     threw: "EINVAL: state.replaceInFile: \"options\" must be an object { caseSensitive?: boolean; regex?: boolean; wholeWord?: boolean; contextBefore?: number; contextAfter?: number; maxMatches?: number; dryRun?: boolean }, but is true — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", \"g\")",
//=     gave: undefined,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"VAR\", \"let\", \"gi\")",
//=     gave: undefined,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\", { global: false })",
//=     threw: "EINVAL: state.replaceInFile: \"options.global\" is no option; every match is replaced; to stop after 1: let count = 0; await state.replaceInFile(\"/src/app.ts\", \"var\", (match) => count++ < 1 ? \"let\" : match) — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", null)",
//=     threw: "EINVAL: state.replaceInFile: \"replacement\" must be a string, but is null — expected state.replaceInFile(path, search, replacement, options?); \"\" removes what is found",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"var\", undefined)",
//=     threw: "EINVAL: state.replaceInFile: missing required parameter \"replacement\" — expected state.replaceInFile(path, search, replacement, options?)",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", \"\", \"x\")",
//=     threw: "EINVAL: Search query must not be empty",
//=   },
//=   {
//=     what: "await state.replaceInFile(\"/src/app.ts\", new RegExp(\"var\", \"g\"), \"let\"); return (await sta",
//=     gave: true,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "await state.sed(\"s/var/let/g\", \"/src/**/*.ts\")",
//=     threw: "EINVAL: state.replaceInFiles: \"s/var/let/g\" is an expression of sed: write await state.replaceInFiles(\"/src/**/*.ts\", /var/g, \"let\")",
//=   },
//= ]
