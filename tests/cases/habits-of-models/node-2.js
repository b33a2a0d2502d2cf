//+ files-project

async () => {
  //+ tried-afresh
  await tried("await fs.promises.mkdir(\"/a/b/c\", { recursive: true }); return fs.readdirSync(\"/a/b\")", async () => {
    await fs.promises.mkdir("/a/b/c", { recursive: true }); return fs.readdirSync("/a/b")
  });
  await tried("await fs.promises.rename(\"/src/app.ts\", \"/src/main.ts\"); await fs.promises.copyFile(\"/src/", async () => {
    await fs.promises.rename("/src/app.ts", "/src/main.ts"); await fs.promises.copyFile("/src/main.ts", "/src/copy.ts"); await fs.promises.unlink("/src/copy.ts"); return fs.readdirSync("/src")
  });
  await tried("await fs.promises.cp(\"/src\", \"/backup\", { recursive: true }); return fs.readdirSync(\"/back", async () => {
    await fs.promises.cp("/src", "/backup", { recursive: true }); return fs.readdirSync("/backup")
  });
  await tried("await fs.promises.writeFile(\"/n.txt\", \"data\", { encoding: \"utf8\", flag: \"wx\" }); await fs.", async () => {
    await fs.promises.writeFile("/n.txt", "data", { encoding: "utf8", flag: "wx" }); await fs.promises.appendFile("/n.txt", "more"); return fs.readFileSync("/n.txt", { encoding: "utf8" })
  });
  await tried("return await fs.promises.stat(\"/src\").then(s => s.isDirectory()).catch(() => false)", async () => {
    return await fs.promises.stat("/src").then(s => s.isDirectory()).catch(() => false)
  });
  await tried("return fs.existsSync(\"/src\") && fs.lstatSync(\"/link.ts\").isSymbolicLink() && fs.readlinkSy", async () => {
    return fs.existsSync("/src") && fs.lstatSync("/link.ts").isSymbolicLink() && fs.readlinkSync("/link.ts")
  });
  await tried("return fs.readdirSync(\"/src\").map(f => path.join(\"/src\", f)).filter(f => fs.statSync(f).is", async () => {
    return fs.readdirSync("/src").map(f => path.join("/src", f)).filter(f => fs.statSync(f).isFile())
  });
  await tried("const fse = require(\"fs-extra\"); await fse.ensureDir(\"/q/w\"); await fse.outputJson(\"/q/a.j", async () => {
    const fse = require("fs-extra"); await fse.ensureDir("/q/w"); await fse.outputJson("/q/a.json", {a:1}, { spaces: 2 }); const j = await fse.readJson("/q/a.json"); await fse.copy("/q", "/q2"); await fse.move("/q2", "/q3"); await fse.remove("/q3"); return [j, await fse.pathExists("/q/a.json"), await fse.pathExists("/q3")]
  });
  await tried("const fse = require(\"fs-extra\"); await fse.emptyDir(\"/src\"); return fse.readdirSync(\"/src\"", async () => {
    const fse = require("fs-extra"); await fse.emptyDir("/src"); return fse.readdirSync("/src")
  });
  await tried("const fse = require(\"fs-extra\"); return [fse.readJsonSync(\"/package.json\").name, fse.pathE", async () => {
    const fse = require("fs-extra"); return [fse.readJsonSync("/package.json").name, fse.pathExistsSync("/x"), fse.ensureFileSync("/t/u.txt"), fse.writeJSONSync("/t/v.json", [1]), fse.readJSONSync("/t/v.json")]
  });
  await tried("const crypto = require(\"crypto\"); return [crypto.createHash(\"sha256\").update(await state.r", async () => {
    const crypto = require("crypto"); return [crypto.createHash("sha256").update(await state.readFile("/README.md")).digest("hex") === await state.hashFile("/README.md"), crypto.randomUUID().length]
  });
  await tried("const util = require(\"util\"); const readFile = util.promisify(fs.readFile); return await r", async () => {
    const util = require("util"); const readFile = util.promisify(fs.readFile); return await readFile("/README.md", "utf8")
  });
  await tried("const os = require(\"os\"); return [os.EOL, os.tmpdir(), os.homedir(), os.platform()]", async () => {
    const os = require("os"); return [os.EOL, os.tmpdir(), os.homedir(), os.platform()]
  });
  await tried("await state.writeFile(\"/o.txt\", Buffer.from(\"hé\")); return state.readFile(\"/o.txt\")", async () => {
    await state.writeFile("/o.txt", Buffer.from("hé")); return state.readFile("/o.txt")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await fs.promises.mkdir(\"/a/b/c\", { recursive: true }); return fs.readdirSync(\"/a/b\")",
//=     gave: ["c"],
//=     changed: ["/a", "/a/b", "/a/b/c"],
//=   },
//=   {
//=     what: "await fs.promises.rename(\"/src/app.ts\", \"/src/main.ts\"); await fs.promises.copyFile(\"/src/",
//=     gave: ["lib", "main.ts", "util.ts"],
//=     changed: ["/src/app.ts", "/src/main.ts"],
//=   },
//=   {
//=     what: "await fs.promises.cp(\"/src\", \"/backup\", { recursive: true }); return fs.readdirSync(\"/back",
//=     gave: ["app.ts", "lib", "util.ts"],
//=     changed: [
//=       "/backup",
//=       "/backup/app.ts",
//=       "/backup/lib",
//=       "/backup/lib/a.js",
//=       "/backup/lib/b.test.js",
//=       "/backup/util.ts",
//=     ],
//=   },
//=   {
//=     what: "await fs.promises.writeFile(\"/n.txt\", \"data\", { encoding: \"utf8\", flag: \"wx\" }); await fs.",
//=     gave: "datamore",
//=     changed: ["/n.txt"],
//=   },
//=   {
//=     what: "return await fs.promises.stat(\"/src\").then(s => s.isDirectory()).catch(() => false)",
//=     gave: true,
//=   },
//=   {
//=     what: "return fs.existsSync(\"/src\") && fs.lstatSync(\"/link.ts\").isSymbolicLink() && fs.readlinkSy",
//=     gave: "/src/app.ts",
//=   },
//=   {
//=     what: "return fs.readdirSync(\"/src\").map(f => path.join(\"/src\", f)).filter(f => fs.statSync(f).is",
//=     gave: ["/src/app.ts", "/src/util.ts"],
//=   },
//=   {
//=     what: "const fse = require(\"fs-extra\"); await fse.ensureDir(\"/q/w\"); await fse.outputJson(\"/q/a.j",
//=     gave: [{ a: 1 }, true, false],
//=     changed: ["/q", "/q/a.json", "/q/w"],
//=   },
//=   {
//=     what: "const fse = require(\"fs-extra\"); await fse.emptyDir(\"/src\"); return fse.readdirSync(\"/src\"",
//=     gave: [],
//=     changed: ["/src/app.ts", "/src/lib", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"],
//=   },
//=   {
//=     what: "const fse = require(\"fs-extra\"); return [fse.readJsonSync(\"/package.json\").name, fse.pathE",
//=     gave: ["demo", false, undefined, undefined, [1]],
//=     changed: ["/t", "/t/u.txt", "/t/v.json"],
//=   },
//=   {
//=     what: "const crypto = require(\"crypto\"); return [crypto.createHash(\"sha256\").update(await state.r",
//=     gave: [true, 36],
//=   },
//=   {
//=     what: "const util = require(\"util\"); const readFile = util.promisify(fs.readFile); return await r",
//=     gave: "# Demo\n\nTODO: write\n",
//=   },
//=   {
//=     what: "const os = require(\"os\"); return [os.EOL, os.tmpdir(), os.homedir(), os.platform()]",
//=     gave: ["\n", "/tmp", "/", "linux"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", Buffer.from(\"hé\")); return state.readFile(\"/o.txt\")",
//=     gave: "hé",
//=     changed: ["/o.txt"],
//=   },
//= ]
