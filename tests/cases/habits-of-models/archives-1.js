//+ files-project

async () => {
  //+ tried-afresh
  await tried("return [await state.createArchive(\"/x.zip\", [\"/src\"]), (await state.detectFile(\"/x.zip\")).", async () => {
    return [await state.createArchive("/x.zip", ["/src"]), (await state.detectFile("/x.zip")).mime]
  });
  await tried("await state.createArchive(\"/x.rar\", [\"/src\"])", async () => {
    await state.createArchive("/x.rar", ["/src"])
  });
  await tried("await state.createArchive(\"/x.tar.gz\", [\"/src\"]); await state.createArchive(\"/y.tgz\", [\"/s", async () => {
    await state.createArchive("/x.tar.gz", ["/src"]); await state.createArchive("/y.tgz", ["/src"]); await state.extractArchive("/x.tar.gz", "/out"); return [await state.listArchive("/y.tgz"), await state.hashFile("/x.tar.gz")]
  });
  await tried("const entries = await state.listArchive(\"/nope.zip\"); return entries", async () => {
    const entries = await state.listArchive("/nope.zip"); return entries
  });
  await tried("await state.zip(\"/src\", \"/src.zip\"); return state.exists(\"/src.zip\")", async () => {
    await state.zip("/src", "/src.zip"); return state.exists("/src.zip")
  });
  await tried("await state.zip(\"/out.zip\", \"/src\"); await state.unzip(\"/out.zip\", \"/un\"); return state.re", async () => {
    await state.zip("/out.zip", "/src"); await state.unzip("/out.zip", "/un"); return state.readdir("/un")
  });
  await tried("await state.unzip(\"/nope.zip\")", async () => {
    await state.unzip("/nope.zip")
  });
  await tried("await state.gzip(\"/README.md\"); return state.exists(\"/README.md.gz\")", async () => {
    await state.gzip("/README.md"); return state.exists("/README.md.gz")
  });
  await tried("return state.hashFile(\"/README.md\", { algorithm: \"sha512\" })", async () => {
    return state.hashFile("/README.md", { algorithm: "sha512" })
  });
  await tried("return state.hashFile(\"/README.md\", \"SHA-256\")", async () => {
    return state.hashFile("/README.md", "SHA-256")
  });
  await tried("return state.hashFile(\"/README.md\", \"sha256\", \"base64\")", async () => {
    return state.hashFile("/README.md", "sha256", "base64")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return [await state.createArchive(\"/x.zip\", [\"/src\"]), (await state.detectFile(\"/x.zip\")).",
//=     gave: [
//=       {
//=         path: "/x.zip",
//=         entries: [
//=           { path: "src", type: "directory", size: 0 },
//=           { path: "src/app.ts", type: "file", size: 81 },
//=           { path: "src/lib", type: "directory", size: 0 },
//=           { path: "src/lib/a.js", type: "file", size: 49 },
//=           { path: "src/lib/b.test.js", type: "file", size: 21 },
//=           { path: "src/util.ts", type: "file", size: 62 },
//=         ],
//=         bytesWritten: 832,
//=       },
//=       "application/zip",
//=     ],
//=     changed: ["/x.zip"],
//=   },
//=   {
//=     what: "await state.createArchive(\"/x.rar\", [\"/src\"])",
//=     threw: "ENOTSUP: ENOTSUP: that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip, createArchive '/x.rar'",
//=   },
//=   {
//=     what: "await state.createArchive(\"/x.tar.gz\", [\"/src\"]); await state.createArchive(\"/y.tgz\", [\"/s",
//=     gave: [
//=       [
//=         { path: "src", type: "directory", size: 0 },
//=         { path: "src/app.ts", type: "file", size: 81 },
//=         { path: "src/lib", type: "directory", size: 0 },
//=         { path: "src/lib/a.js", type: "file", size: 49 },
//=         { path: "src/lib/b.test.js", type: "file", size: 21 },
//=         { path: "src/util.ts", type: "file", size: 62 },
//=       ],
//=       "f152ba4f86921978a8ffd7118f06bd63c44d80face704c668f26dfec76122bd2",
//=     ],
//=     changed: [
//=       "/out",
//=       "/out/src",
//=       "/out/src/app.ts",
//=       "/out/src/lib",
//=       "/out/src/lib/a.js",
//=       "/out/src/lib/b.test.js",
//=       "/out/src/util.ts",
//=       "/x.tar.gz",
//=       "/y.tgz",
//=     ],
//=   },
//=   {
//=     what: "const entries = await state.listArchive(\"/nope.zip\"); return entries",
//=     threw: "ENOENT: ENOENT: no such file or directory, listArchive '/nope.zip'",
//=   },
//=   {
//=     what: "await state.zip(\"/src\", \"/src.zip\"); return state.exists(\"/src.zip\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, createArchive '/src.zip'; the archive comes first: state.createArchive(\"/src.zip\", [\"/src\"])",
//=   },
//=   {
//=     what: "await state.zip(\"/out.zip\", \"/src\"); await state.unzip(\"/out.zip\", \"/un\"); return state.re",
//=     gave: ["src"],
//=     changed: [
//=       "/out.zip",
//=       "/un",
//=       "/un/src",
//=       "/un/src/app.ts",
//=       "/un/src/lib",
//=       "/un/src/lib/a.js",
//=       "/un/src/lib/b.test.js",
//=       "/un/src/util.ts",
//=     ],
//=   },
//=   {
//=     what: "await state.unzip(\"/nope.zip\")",
//=     threw: "EINVAL: state.extractArchive: missing required parameter \"destination\" — expected state.extractArchive(path, destination, options?); write await state.extractArchive(\"/nope.zip\", \"/nope\")",
//=   },
//=   {
//=     what: "await state.gzip(\"/README.md\"); return state.exists(\"/README.md.gz\")",
//=     gave: true,
//=     changed: ["/README.md.gz"],
//=   },
//=   {
//=     what: "return state.hashFile(\"/README.md\", { algorithm: \"sha512\" })",
//=     threw: "EINVAL: state.hashFile: \"options.algorithm\" must be \"md5\" or \"sha1\" or \"sha256\", but is the string \"sha512\" — expected state.hashFile(path, options?)",
//=   },
//=   {
//=     what: "return state.hashFile(\"/README.md\", \"SHA-256\")",
//=     gave: "f13b8ff7355267566003f3318215d0cd16ac1556df72f46b7792e9c8fcc987a4",
//=   },
//=   {
//=     what: "return state.hashFile(\"/README.md\", \"sha256\", \"base64\")",
//=     threw: "EINVAL: state.hashFile: argument 3 is one too many: the string \"base64\" — expected state.hashFile(path, options?)",
//=   },
//= ]
