//+ files-project

async () => {
  //+ tried-afresh
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
