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
  await tried("await state.rm(\"/\", { recursive: true })", async () => {
    await state.rm("/", { recursive: true })
  });
  await tried("await state.unlink(\"/nope\")", async () => {
    await state.unlink("/nope")
  });
  await tried("await state.unlink(\"/nope\", { force: true })", async () => {
    await state.unlink("/nope", { force: true })
  });
  await tried("await state.symlink(\"/README.md\", \"/ln.md\"); return state.readFile(\"/ln.md\")", async () => {
    await state.symlink("/README.md", "/ln.md"); return state.readFile("/ln.md")
  });
  await tried("try { await state.rmdir(\"/src\") } catch (e) { return e.code }", async () => {
    try { await state.rmdir("/src") } catch (e) { return e.code }
  });
  await tried("await state.rm(\"/src\")", async () => {
    await state.rm("/src")
  });
  await tried("await state.rm(\"/src\", { recursive: true }, (err) => {})", async () => {
    await state.rm("/src", { recursive: true }, (err) => {})
  });
  await tried("await state.rename(\"/README.md\", \"/R.md\", { overwrite: false }); return state.readdir(\"/\")", async () => {
    await state.rename("/README.md", "/R.md", { overwrite: false }); return state.readdir("/").then(l => l.includes("R.md"))
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.rm(\"/\", { recursive: true })",
//=     threw: "EPERM: EPERM: operation not permitted, rm '/'",
//=   },
//=   {
//=     what: "await state.unlink(\"/nope\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, rm '/nope'",
//=   },
//=   { what: "await state.unlink(\"/nope\", { force: true })", gave: undefined },
//=   {
//=     what: "await state.symlink(\"/README.md\", \"/ln.md\"); return state.readFile(\"/ln.md\")",
//=     gave: "# Demo\n\nTODO: write\n",
//=     changed: ["/ln.md"],
//=   },
//=   {
//=     what: "try { await state.rmdir(\"/src\") } catch (e) { return e.code }",
//=     gave: "ENOTEMPTY",
//=   },
//=   {
//=     what: "await state.rm(\"/src\")",
//=     threw: "ENOTEMPTY: ENOTEMPTY: directory not empty, rm '/src'; with everything in it: await state.rm(\"/src\", { recursive: true })",
//=   },
//=   {
//=     what: "await state.rm(\"/src\", { recursive: true }, (err) => {})",
//=     threw: "EINVAL: state.rm: it takes no callback: it gives a promise, so write const result = await state.rm(\"/src\", { recursive: true })",
//=   },
//=   {
//=     what: "await state.rename(\"/README.md\", \"/R.md\", { overwrite: false }); return state.readdir(\"/\")",
//=     gave: true,
//=     changed: ["/R.md", "/README.md"],
//=   },
//= ]
