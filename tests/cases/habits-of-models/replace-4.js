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
  await tried("return await state.replaceInFile(\"/src\", \"a\", \"b\")", async () => {
    return await state.replaceInFile("/src", "a", "b")
  });
  await tried("return await state.replaceInFile(\"/src/*.ts\", \"var\", \"let\")", async () => {
    return await state.replaceInFile("/src/*.ts", "var", "let")
  });
  await tried("return [await state.replaceInFile(\"/src/lib/a.js\", \"var\", \"let\", { maxMatches: 1, dryRun: ", async () => {
    return [await state.replaceInFile("/src/lib/a.js", "var", "let", { maxMatches: 1, dryRun: true }), (await state.find("/", {name: "*.{ts,js}"})).length]
  });
  await tried("const r = await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\"); r.extra = 1; return r.ex", async () => {
    const r = await state.replaceInFile("/src/app.ts", "var", "let"); r.extra = 1; return r.extra
  });
  await tried("return await state.replaceInFile(\"/src/lib/a.js\", /var/, \"let\")", async () => {
    return await state.replaceInFile("/src/lib/a.js", /var/, "let")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return await state.replaceInFile(\"/src\", \"a\", \"b\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, replaceInFile '/src'",
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/src/*.ts\", \"var\", \"let\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, replaceInFile '/src/*.ts'; a pattern is for state.replaceInFiles(\"/src/*.ts\", \"var\", \"let\")",
//=   },
//=   {
//=     what: "return [await state.replaceInFile(\"/src/lib/a.js\", \"var\", \"let\", { maxMatches: 1, dryRun: ",
//=     gave: [{ replaced: 2, content: "let x = 1;\nlet y = 2;\nmodule.exports = { x, y };\n" }, 6],
//=   },
//=   {
//=     what: "const r = await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\"); r.extra = 1; return r.ex",
//=     gave: 1,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/src/lib/a.js\", /var/, \"let\")",
//=     gave: { replaced: 2, content: "let x = 1;\nlet y = 2;\nmodule.exports = { x, y };\n" },
//=     changed: ["/src/lib/a.js"],
//=   },
//= ]
//= console.warn: note: maxMatches bounds what a search tells: every match was replaced
