//+ files-project

async () => {
  //+ tried-afresh
  await tried("return state.readFile(\"/README.md\", { offset: 1, limit: 2 })", async () => {
    return state.readFile("/README.md", { offset: 1, limit: 2 })
  });
  await tried("const fs = require(\"fs\"); return [fs.existsSync(\"/README.md\"), fs.readFileSync(\"/README.md", async () => {
    const fs = require("fs"); return [fs.existsSync("/README.md"), fs.readFileSync("/README.md", "utf8"), await fs.promises.readFile("/README.md","utf8")]
  });
  await tried("return [Buffer.from(\"hi\").toString(\"base64\"), Buffer.alloc(3).length, Buffer.concat([Buffe", async () => {
    return [Buffer.from("hi").toString("base64"), Buffer.alloc(3).length, Buffer.concat([Buffer.from("a"), Buffer.from("b")]).toString(), Buffer.byteLength("é"), Buffer.from("x") instanceof Uint8Array, process.env, process.cwd(), process.argv, __dirname]
  });
  await tried("const fs = require(\"fs\"); const data = fs.readFileSync(\"/package.json\"); return JSON.parse", async () => {
    const fs = require("fs"); const data = fs.readFileSync("/package.json"); return JSON.parse(data).name
  });
  await tried("const { promises: fs } = require(\"fs\"); return (await fs.readdir(\"/src\", { withFileTypes: ", async () => {
    const { promises: fs } = require("fs"); return (await fs.readdir("/src", { withFileTypes: true })).filter(d => d.isFile()).map(d => d.name)
  });
  await tried("const { readFile, writeFile } = require(\"fs/promises\"); await writeFile(\"/o.txt\", (await r", async () => {
    const { readFile, writeFile } = require("fs/promises"); await writeFile("/o.txt", (await readFile("/README.md", "utf8")).toUpperCase()); return await readFile("/o.txt", "utf-8")
  });
  await tried("try { await fs.promises.access(\"/nope\"); return \"there\" } catch (e) { return e.code === \"E", async () => {
    try { await fs.promises.access("/nope"); return "there" } catch (e) { return e.code === "ENOENT" ? "missing" : e.message }
  });
  await tried("try { fs.statSync(\"/nope\") } catch (e) { return e.code } ", async () => {
    try { fs.statSync("/nope") } catch (e) { return e.code } 
  });
  await tried("return fs.statSync(\"/nope\", { throwIfNoEntry: false }) === undefined", async () => {
    return fs.statSync("/nope", { throwIfNoEntry: false }) === undefined
  });
  await tried("return fs.readFileSync(\"/README.md\").toString(\"utf8\").length", async () => {
    return fs.readFileSync("/README.md").toString("utf8").length
  });
  await tried("return (await fs.promises.readFile(\"/README.md\")).toString()", async () => {
    return (await fs.promises.readFile("/README.md")).toString()
  });
  await tried("await fs.promises.rm(\"/nope\"); ", async () => {
    await fs.promises.rm("/nope"); 
  });
  await tried("await fs.promises.rm(\"/nope\", { force: true }); await fs.promises.rm(\"/src\", { recursive: ", async () => {
    await fs.promises.rm("/nope", { force: true }); await fs.promises.rm("/src", { recursive: true, force: true }); return fs.existsSync("/src")
  });
  await tried("await fs.promises.mkdir(\"/src\"); ", async () => {
    await fs.promises.mkdir("/src"); 
  });
  return answers;
}
//= result: [
//=   { what: "return state.readFile(\"/README.md\", { offset: 1, limit: 2 })", gave: " D" },
//=   {
//=     what: "const fs = require(\"fs\"); return [fs.existsSync(\"/README.md\"), fs.readFileSync(\"/README.md",
//=     gave: [true, "# Demo\n\nTODO: write\n", "# Demo\n\nTODO: write\n"],
//=   },
//=   {
//=     what: "return [Buffer.from(\"hi\").toString(\"base64\"), Buffer.alloc(3).length, Buffer.concat([Buffe",
//=     gave: ["aGk=", 3, "ab", 2, true, {}, "/", [], "/"],
//=   },
//=   {
//=     what: "const fs = require(\"fs\"); const data = fs.readFileSync(\"/package.json\"); return JSON.parse",
//=     gave: "demo",
//=   },
//=   {
//=     what: "const { promises: fs } = require(\"fs\"); return (await fs.readdir(\"/src\", { withFileTypes: ",
//=     gave: ["app.ts", "util.ts"],
//=   },
//=   {
//=     what: "const { readFile, writeFile } = require(\"fs/promises\"); await writeFile(\"/o.txt\", (await r",
//=     gave: "# DEMO\n\nTODO: WRITE\n",
//=     changed: ["/o.txt"],
//=   },
//=   {
//=     what: "try { await fs.promises.access(\"/nope\"); return \"there\" } catch (e) { return e.code === \"E",
//=     gave: "missing",
//=   },
//=   { what: "try { fs.statSync(\"/nope\") } catch (e) { return e.code } ", gave: "ENOENT" },
//=   {
//=     what: "return fs.statSync(\"/nope\", { throwIfNoEntry: false }) === undefined",
//=     gave: true,
//=   },
//=   { what: "return fs.readFileSync(\"/README.md\").toString(\"utf8\").length", gave: 20 },
//=   {
//=     what: "return (await fs.promises.readFile(\"/README.md\")).toString()",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "await fs.promises.rm(\"/nope\"); ",
//=     threw: "ENOENT: ENOENT: no such file or directory, lstat '/nope'",
//=   },
//=   {
//=     what: "await fs.promises.rm(\"/nope\", { force: true }); await fs.promises.rm(\"/src\", { recursive: ",
//=     gave: false,
//=     changed: [
//=       "/src",
//=       "/src/app.ts",
//=       "/src/lib",
//=       "/src/lib/a.js",
//=       "/src/lib/b.test.js",
//=       "/src/util.ts",
//=     ],
//=   },
//=   {
//=     what: "await fs.promises.mkdir(\"/src\"); ",
//=     threw: "EEXIST: EEXIST: file already exists, mkdir '/src'",
//=   },
//= ]
//= console.warn: note: offset and limit of state.readFile count bytes: write byteOffset and byteLength; lines are startLine and endLine
