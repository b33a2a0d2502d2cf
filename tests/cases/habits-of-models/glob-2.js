//+ files-project

async () => {
  //+ tried-afresh
  await tried("return await state.glob(\"**/*.ts\", { followSymbolicLinks: false, onlyFiles: true, unique: ", async () => {
    return await state.glob("**/*.ts", { followSymbolicLinks: false, onlyFiles: true, unique: true })
  });
  await tried("return await state.glob(\"**\", { maxDepth: 1 })", async () => {
    return await state.glob("**", { maxDepth: 1 })
  });
  await tried("return await state.glob(\"**/*.ts\", { mark: true })", async () => {
    return await state.glob("**/*.ts", { mark: true })
  });
  await tried("return await state.glob(/\\.ts$/)", async () => {
    return await state.glob(/\.ts$/)
  });
  await tried("const files = await state.glob(\"/src/*.ts\"); return await state.readFile(files)", async () => {
    const files = await state.glob("/src/*.ts"); return await state.readFile(files)
  });
  await tried("(await state.glob(\"/src/*.ts\")).forEach(async (p) => { await state.writeFile(p, \"x\") }); r", async () => {
    (await state.glob("/src/*.ts")).forEach(async (p) => { await state.writeFile(p, "x") }); return "done"
  });
  await tried("const [first] = await state.glob(\"/src/*.ts\"); return first", async () => {
    const [first] = await state.glob("/src/*.ts"); return first
  });
  await tried("const files = await state.glob(\"**/*.ts\"); return files.map(f => state.readFile(f))", async () => {
    const files = await state.glob("**/*.ts"); return files.map(f => state.readFile(f))
  });
  await tried("const { readFile, glob } = state; return (await glob(\"**/*.ts\")).length + (await readFile(", async () => {
    const { readFile, glob } = state; return (await glob("**/*.ts")).length + (await readFile("/README.md")).length
  });
  await tried("return await state.glob(\"*.ts\")", async () => {
    return await state.glob("*.ts")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return await state.glob(\"**/*.ts\", { followSymbolicLinks: false, onlyFiles: true, unique: ",
//=     gave: ["/link.ts", "/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "return await state.glob(\"**\", { maxDepth: 1 })",
//=     gave: [
//=       "/.env",
//=       "/README.md",
//=       "/data",
//=       "/empty.txt",
//=       "/link.ts",
//=       "/logs",
//=       "/node_modules",
//=       "/package.json",
//=       "/src",
//=       "/tsconfig.json",
//=       "/win.txt",
//=     ],
//=   },
//=   {
//=     what: "return await state.glob(\"**/*.ts\", { mark: true })",
//=     threw: "EINVAL: state.glob: \"options.mark\" is no option; write await Promise.all((await state.glob(\"**/*.ts\")).map(async (path) => (await state.lstat(path)).type === \"directory\" ? `${path}/` : path)) — expected state.glob(pattern, options?)",
//=   },
//=   {
//=     what: "return await state.glob(/\\.ts$/)",
//=     threw: "EINVAL: state.glob: \"pattern\" must be a string, but is the regular expression /\\.ts$/ — expected state.glob(pattern, options?); write (await state.glob(\"**\")).filter((path) => /\\.ts$/.test(path))",
//=   },
//=   {
//=     what: "const files = await state.glob(\"/src/*.ts\"); return await state.readFile(files)",
//=     threw: "EINVAL: state.readFile: \"path\" must be a string, but is an array of 2 — expected state.readFile(path, options?); for several: await Promise.all(paths.map((path) => state.readFile(path)))",
//=   },
//=   {
//=     what: "(await state.glob(\"/src/*.ts\")).forEach(async (p) => { await state.writeFile(p, \"x\") }); r",
//=     gave: "done",
//=     changed: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "const [first] = await state.glob(\"/src/*.ts\"); return first",
//=     gave: "/src/app.ts",
//=   },
//=   {
//=     what: "const files = await state.glob(\"**/*.ts\"); return files.map(f => state.readFile(f))",
//=     gave: [
//=       "import { add } from \"./util\";\n\nconsole.log(add(1, 2)); // TODO: log\nvar old = 1;\n",
//=       "import { add } from \"./util\";\n\nconsole.log(add(1, 2)); // TODO: log\nvar old = 1;\n",
//=       "export function add(a: number, b: number) {\n  return a + b;\n}\n",
//=     ],
//=   },
//=   {
//=     what: "const { readFile, glob } = state; return (await glob(\"**/*.ts\")).length + (await readFile(",
//=     gave: 23,
//=   },
//=   { what: "return await state.glob(\"*.ts\")", gave: ["/link.ts"] },
//= ]
//= console.warn: note: line 64: forEach does not wait for an async function: write for (const item of list) { … } with `await` in it
