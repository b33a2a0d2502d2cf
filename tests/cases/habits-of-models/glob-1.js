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
  await tried("return state.glob(\"**/*.js\", { ignore: [\"node_modules/**\"] })", async () => {
    return state.glob("**/*.js", { ignore: ["node_modules/**"] })
  });
  await tried("return [await state.glob(\"**/*.js\", { cwd: \"/src\" }), await state.glob(\"*\", { nodir: true ", async () => {
    return [await state.glob("**/*.js", { cwd: "/src" }), await state.glob("*", { nodir: true }), await state.glob("*", { dot: true }), await state.glob("*", { dot: false }), await state.glob("*", { cwd: "/src", absolute: true }), await state.glob("/src/**", { onlyFiles: true }), await state.glob("/src/**")]
  });
  await tried("return await state.glob([\"**/*.js\", \"!**/node_modules/**\", \"!**/*.test.js\"])", async () => {
    return await state.glob(["**/*.js", "!**/node_modules/**", "!**/*.test.js"])
  });
  await tried("return await state.glob(\"src/**/*.{ts,js}\", { ignore: \"**/*.test.js\" })", async () => {
    return await state.glob("src/**/*.{ts,js}", { ignore: "**/*.test.js" })
  });
  await tried("return await state.glob(\"./src/*.ts\")", async () => {
    return await state.glob("./src/*.ts")
  });
  await tried("return await state.glob(\"src/\")", async () => {
    return await state.glob("src/")
  });
  await tried("return await state.glob(\"/src\")", async () => {
    return await state.glob("/src")
  });
  await tried("return await state.glob(\"\\\\src\\\\*.ts\")", async () => {
    return await state.glob("\\src\\*.ts")
  });
  await tried("return await state.glob(\"**/*.ts\", \"/src\")", async () => {
    return await state.glob("**/*.ts", "/src")
  });
  await tried("return await state.glob({ pattern: \"**/*.ts\", cwd: \"/src\" })", async () => {
    return await state.glob({ pattern: "**/*.ts", cwd: "/src" })
  });
  await tried("return await state.glob(\"*.ts\", \"/src\", { absolute: true })", async () => {
    return await state.glob("*.ts", "/src", { absolute: true })
  });
  await tried("return await state.glob(\"/src\", \"*.ts\")", async () => {
    return await state.glob("/src", "*.ts")
  });
  await tried("return await state.glob(\"**/*.TS\", { nocase: true })", async () => {
    return await state.glob("**/*.TS", { nocase: true })
  });
  await tried("return await state.glob(\"**/*.ts\", { caseSensitiveMatch: false })", async () => {
    return await state.glob("**/*.ts", { caseSensitiveMatch: false })
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return state.glob(\"**/*.js\", { ignore: [\"node_modules/**\"] })",
//=     gave: ["/src/lib/a.js", "/src/lib/b.test.js"],
//=   },
//=   {
//=     what: "return [await state.glob(\"**/*.js\", { cwd: \"/src\" }), await state.glob(\"*\", { nodir: true ",
//=     gave: [
//=       ["lib/a.js", "lib/b.test.js"],
//=       [
//=         "/.env",
//=         "/README.md",
//=         "/empty.txt",
//=         "/link.ts",
//=         "/package.json",
//=         "/tsconfig.json",
//=         "/win.txt",
//=       ],
//=       [
//=         "/.env",
//=         "/README.md",
//=         "/data",
//=         "/empty.txt",
//=         "/link.ts",
//=         "/logs",
//=         "/node_modules",
//=         "/package.json",
//=         "/src",
//=         "/tsconfig.json",
//=         "/win.txt",
//=       ],
//=       [
//=         "/README.md",
//=         "/data",
//=         "/empty.txt",
//=         "/link.ts",
//=         "/logs",
//=         "/node_modules",
//=         "/package.json",
//=         "/src",
//=         "/tsconfig.json",
//=         "/win.txt",
//=       ],
//=       ["/src/app.ts", "/src/lib", "/src/util.ts"],
//=       ["/src/app.ts", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"],
//=       ["/src/app.ts", "/src/lib", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"],
//=     ],
//=   },
//=   {
//=     what: "return await state.glob([\"**/*.js\", \"!**/node_modules/**\", \"!**/*.test.js\"])",
//=     gave: ["/src/lib/a.js"],
//=   },
//=   {
//=     what: "return await state.glob(\"src/**/*.{ts,js}\", { ignore: \"**/*.test.js\" })",
//=     gave: ["/src/app.ts", "/src/lib/a.js", "/src/util.ts"],
//=   },
//=   { what: "return await state.glob(\"./src/*.ts\")", gave: ["/src/app.ts", "/src/util.ts"] },
//=   { what: "return await state.glob(\"src/\")", gave: ["/src"] },
//=   { what: "return await state.glob(\"/src\")", gave: ["/src"] },
//=   { what: "return await state.glob(\"\\\\src\\\\*.ts\")", gave: [] },
//=   { what: "return await state.glob(\"**/*.ts\", \"/src\")", gave: ["app.ts", "util.ts"] },
//=   {
//=     what: "return await state.glob({ pattern: \"**/*.ts\", cwd: \"/src\" })",
//=     gave: ["app.ts", "util.ts"],
//=   },
//=   {
//=     what: "return await state.glob(\"*.ts\", \"/src\", { absolute: true })",
//=     threw: "EINVAL: state.glob: argument 3 is one too many: an object {absolute} — expected state.glob(pattern, options?)",
//=   },
//=   {
//=     what: "return await state.glob(\"/src\", \"*.ts\")",
//=     threw: "EINVAL: state.glob: \"cwd\" is a folder, and \"*.ts\" is a pattern: write state.glob(\"*.ts\", { cwd: \"/src\" }) — expected state.glob(pattern, options?)",
//=   },
//=   {
//=     what: "return await state.glob(\"**/*.TS\", { nocase: true })",
//=     threw: "EINVAL: state.glob: \"options.nocase\" is no option; names are compared with their case: await state.glob(\"**/*.[tT][sS]\") has both — expected state.glob(pattern, options?)",
//=   },
//=   {
//=     what: "return await state.glob(\"**/*.ts\", { caseSensitiveMatch: false })",
//=     threw: "EINVAL: state.glob: \"options.caseSensitiveMatch\" is no option; names are compared with their case: await state.glob(\"**/*.[tT][sS]\") has both — expected state.glob(pattern, options?)",
//=   },
//= ]
//= console.warn: note: nothing matches "\\src\\*.ts": folders are separated by /, as in "/src/*.ts"
