//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.cp(\"/README.md\", \"/src/app.ts\", { overwrite: false })", async () => {
    await state.cp("/README.md", "/src/app.ts", { overwrite: false })
  });
  await tried("await state.cp(\"/README.md\", \"/src/app.ts\", { force: false })", async () => {
    await state.cp("/README.md", "/src/app.ts", { force: false })
  });
  await tried("await state.mv(\"/README.md\", \"/src/app.ts\", { errorOnExist: true })", async () => {
    await state.mv("/README.md", "/src/app.ts", { errorOnExist: true })
  });
  await tried("await state.mv(\"/README.md\", \"/src/app.ts\", { overwrite: true }); await state.cp(\"/package", async () => {
    await state.mv("/README.md", "/src/app.ts", { overwrite: true }); await state.cp("/package.json", "/src/app.ts", { force: true })
  });
  await tried("return state.rm(\"/nothing\", { recursive: true, froce: true })", async () => {
    return state.rm("/nothing", { recursive: true, froce: true })
  });
  await tried("return [await state.unlink(\"/README.md\"), await state.deleteFile(\"/logs/old.tmp\"), await s", async () => {
    return [await state.unlink("/README.md"), await state.deleteFile("/logs/old.tmp"), await state.rmFile("/win.txt")]
  });
  await tried("await state.remove(\"/src\")", async () => {
    await state.remove("/src")
  });
  await tried("await state.delete(\"/src/app.ts\")", async () => {
    await state.delete("/src/app.ts")
  });
  await tried("await state.rmdir(\"/src\")", async () => {
    await state.rmdir("/src")
  });
  await tried("await state.rmdir(\"/src\", { recursive: true })", async () => {
    await state.rmdir("/src", { recursive: true })
  });
  await tried("await state.rmrf(\"/src\"); await state.rmrf(\"/nothing\")", async () => {
    await state.rmrf("/src"); await state.rmrf("/nothing")
  });
  await tried("await state.rename(\"/src\", \"/source\"); await state.move(\"/README.md\", \"/docs/README.md\"); ", async () => {
    await state.rename("/src", "/source"); await state.move("/README.md", "/docs/README.md"); await state.copyFile("/package.json", "/p2.json"); await state.copy("/source", "/s3")
  });
  await tried("await state.copy(\"/src\", \"/s3\", {recursive:true})", async () => {
    await state.copy("/src", "/s3", {recursive:true})
  });
  await tried("await state.rm({ path: \"/src\", recursive: true }); await state.cp({ from: \"/README.md\", to", async () => {
    await state.rm({ path: "/src", recursive: true }); await state.cp({ from: "/README.md", to: "/r2" }); await state.mv({ source: "/r2", destination: "/r3" });
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.cp(\"/README.md\", \"/src/app.ts\", { overwrite: false })",
//=     threw: "EEXIST: EEXIST: file already exists, cp '/src/app.ts'",
//=   },
//=   {
//=     what: "await state.cp(\"/README.md\", \"/src/app.ts\", { force: false })",
//=     threw: "EEXIST: EEXIST: file already exists, cp '/src/app.ts'",
//=   },
//=   {
//=     what: "await state.mv(\"/README.md\", \"/src/app.ts\", { errorOnExist: true })",
//=     threw: "EEXIST: EEXIST: file already exists, mv '/src/app.ts'",
//=   },
//=   {
//=     what: "await state.mv(\"/README.md\", \"/src/app.ts\", { overwrite: true }); await state.cp(\"/package",
//=     gave: undefined,
//=     changed: ["/README.md", "/src/app.ts"],
//=   },
//=   {
//=     what: "return state.rm(\"/nothing\", { recursive: true, froce: true })",
//=     threw: "EINVAL: state.rm: \"options.froce\" is no option; did you mean \"force\"? the options are recursive, force — expected state.rm(path, options?)",
//=   },
//=   {
//=     what: "return [await state.unlink(\"/README.md\"), await state.deleteFile(\"/logs/old.tmp\"), await s",
//=     gave: [undefined, undefined, undefined],
//=     changed: ["/README.md", "/logs/old.tmp", "/win.txt"],
//=   },
//=   {
//=     what: "await state.remove(\"/src\")",
//=     threw: "EISDIR: EISDIR: it is a directory, and this removes files alone; to remove it with everything below it: await state.rm(path, { recursive: true }), rm '/src'",
//=   },
//=   { what: "await state.delete(\"/src/app.ts\")", gave: undefined, changed: ["/src/app.ts"] },
//=   {
//=     what: "await state.rmdir(\"/src\")",
//=     threw: "ENOTEMPTY: ENOTEMPTY: directory not empty, rm '/src'; with everything in it: await state.rm(\"/src\", { recursive: true })",
//=   },
//=   {
//=     what: "await state.rmdir(\"/src\", { recursive: true })",
//=     gave: undefined,
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
//=     what: "await state.rmrf(\"/src\"); await state.rmrf(\"/nothing\")",
//=     gave: undefined,
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
//=     what: "await state.rename(\"/src\", \"/source\"); await state.move(\"/README.md\", \"/docs/README.md\"); ",
//=     gave: undefined,
//=     changed: [
//=       "/README.md",
//=       "/docs",
//=       "/docs/README.md",
//=       "/p2.json",
//=       "/s3",
//=       "/s3/app.ts",
//=       "/s3/lib",
//=       "/s3/lib/a.js",
//=       "/s3/lib/b.test.js",
//=       "/s3/util.ts",
//=       "/source",
//=       "/source/app.ts",
//=       "/source/lib",
//=       "/source/lib/a.js",
//=       "/source/lib/b.test.js",
//=       "/source/util.ts",
//=       "/src",
//=       "/src/app.ts",
//=       "/src/lib",
//=       "/src/lib/a.js",
//=       "/src/lib/b.test.js",
//=       "/src/util.ts",
//=     ],
//=   },
//=   {
//=     what: "await state.copy(\"/src\", \"/s3\", {recursive:true})",
//=     gave: undefined,
//=     changed: ["/s3", "/s3/app.ts", "/s3/lib", "/s3/lib/a.js", "/s3/lib/b.test.js", "/s3/util.ts"],
//=   },
//=   {
//=     what: "await state.rm({ path: \"/src\", recursive: true }); await state.cp({ from: \"/README.md\", to",
//=     gave: undefined,
//=     changed: [
//=       "/r3",
//=       "/src",
//=       "/src/app.ts",
//=       "/src/lib",
//=       "/src/lib/a.js",
//=       "/src/lib/b.test.js",
//=       "/src/util.ts",
//=     ],
//=   },
//= ]
