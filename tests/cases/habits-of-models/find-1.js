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
  await tried("return (await state.find(\"/\", { type: \"file\", pattern: \"*.tmp\" })).map(e => e.path)", async () => {
    return (await state.find("/", { type: "file", pattern: "*.tmp" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { glob: \"src/**/*.ts\" })).map(e => e.path)", async () => {
    return (await state.find("/", { glob: "src/**/*.ts" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { glob: \"/src/**/*.ts\" })).map(e => e.path)", async () => {
    return (await state.find("/", { glob: "/src/**/*.ts" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/src\", { pattern: \"**/*.js\" })).map(e => e.path)", async () => {
    return (await state.find("/src", { pattern: "**/*.js" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { extension: \"ts\" })).map(e => e.path)", async () => {
    return (await state.find("/", { extension: "ts" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { extension: [\".ts\", \"js\"], exclude: \"node_modules\" })).map(", async () => {
    return (await state.find("/", { extension: [".ts", "js"], exclude: "node_modules" })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { regex: /\\.ts$/ })).map(e => e.path)", async () => {
    return (await state.find("/", { regex: /\.ts$/ })).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", { regex: \"\\\\.ts$\" })).map(e => e.path)", async () => {
    return (await state.find("/", { regex: "\\.ts$" })).map(e => e.path)
  });
  await tried("return [await state.hashFile(\"/README.md\", \"md5\"), await state.mkdir(\"/q/w\", true), await ", async () => {
    return [await state.hashFile("/README.md", "md5"), await state.mkdir("/q/w", true), await state.createArchive("/q/x.tar", "/src"), (await state.find("/", "*.ts")).map(e=>e.path), (await state.find("/", {type:"f"})).length, (await state.find("/", {type:"d"})).length, (await state.find("/", {type:"dir"})).length, await state.glob(["/src/*.ts", "/data/*", "!/data/*.csv"])]
  });
  await tried("return (await state.find({ path: \"/\", name: \"*.ts\" })).length", async () => {
    return (await state.find({ path: "/", name: "*.ts" })).length
  });
  await tried("return (await state.find(\"*.ts\")).map(e => e.path)", async () => {
    return (await state.find("*.ts")).map(e => e.path)
  });
  await tried("return (await state.find(\"/\", \"-name\", \"*.ts\"))", async () => {
    return (await state.find("/", "-name", "*.ts"))
  });
  await tried("return (await state.find(\"/src\", { name: [\"*.ts\", \"*.js\"] })).length", async () => {
    return (await state.find("/src", { name: ["*.ts", "*.js"] })).length
  });
  await tried("return (await state.find(\"/src\", { name: /\\.ts$/ })).length", async () => {
    return (await state.find("/src", { name: /\.ts$/ })).length
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return (await state.find(\"/\", { type: \"file\", pattern: \"*.tmp\" })).map(e => e.path)",
//=     gave: ["/logs/old.tmp"],
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { glob: \"src/**/*.ts\" })).map(e => e.path)",
//=     gave: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { glob: \"/src/**/*.ts\" })).map(e => e.path)",
//=     gave: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.find(\"/src\", { pattern: \"**/*.js\" })).map(e => e.path)",
//=     gave: ["/src/lib/a.js", "/src/lib/b.test.js"],
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { extension: \"ts\" })).map(e => e.path)",
//=     gave: ["/link.ts", "/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { extension: [\".ts\", \"js\"], exclude: \"node_modules\" })).map(",
//=     gave: ["/link.ts", "/src/app.ts", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"],
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { regex: /\\.ts$/ })).map(e => e.path)",
//=     threw: "EINVAL: state.find: \"options.regex\" is no option; write (await state.find(\"/\")).filter((entry) => /\\.ts$/.test(entry.path)) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/\", { regex: \"\\\\.ts$\" })).map(e => e.path)",
//=     threw: "EINVAL: state.find: \"options.regex\" is no option; write (await state.find(\"/\")).filter((entry) => /\\.ts$/.test(entry.path)) — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return [await state.hashFile(\"/README.md\", \"md5\"), await state.mkdir(\"/q/w\", true), await ",
//=     gave: [
//=       "cc64125a1adb88dd63d9f444a6d79c58",
//=       undefined,
//=       {
//=         path: "/q/x.tar",
//=         entries: [
//=           { path: "src", type: "directory", size: 0 },
//=           { path: "src/app.ts", type: "file", size: 81 },
//=           { path: "src/lib", type: "directory", size: 0 },
//=           { path: "src/lib/a.js", type: "file", size: 49 },
//=           { path: "src/lib/b.test.js", type: "file", size: 21 },
//=           { path: "src/util.ts", type: "file", size: 62 },
//=         ],
//=         bytesWritten: 6144,
//=       },
//=       ["/link.ts", "/src/app.ts", "/src/util.ts"],
//=       18,
//=       9,
//=       9,
//=       [
//=         "/data/config.yaml",
//=         "/data/lines.jsonl",
//=         "/data/users.json",
//=         "/src/app.ts",
//=         "/src/util.ts",
//=       ],
//=     ],
//=     changed: ["/q", "/q/w", "/q/x.tar"],
//=   },
//=   { what: "return (await state.find({ path: \"/\", name: \"*.ts\" })).length", gave: 3 },
//=   { what: "return (await state.find(\"*.ts\")).map(e => e.path)", gave: [] },
//=   {
//=     what: "return (await state.find(\"/\", \"-name\", \"*.ts\"))",
//=     threw: "EINVAL: state.find: argument 3 is one too many: the string \"*.ts\" — expected state.find(path, options?)",
//=   },
//=   {
//=     what: "return (await state.find(\"/src\", { name: [\"*.ts\", \"*.js\"] })).length",
//=     threw: "EINVAL: state.find: \"options.name\" must be a string, but is an array of 2 — expected state.find(path, options?); one of several is { name: \"{*.ts,*.js}\" }",
//=   },
//=   {
//=     what: "return (await state.find(\"/src\", { name: /\\.ts$/ })).length",
//=     threw: "EINVAL: state.find: \"options.name\" must be a string, but is the regular expression /\\.ts$/ — expected state.find(path, options?); write (await state.find(\"/src\")).filter((entry) => /\\.ts$/.test(entry.name))",
//=   },
//= ]
//= console.warn: note: '/*.ts' is no folder: a pattern is an option, await state.find("/", { name: "*.ts" })
