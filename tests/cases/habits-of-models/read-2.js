//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.writeFile(\"/b\", new Uint8Array([1,2])); await state.appendFile(\"/b\", new Uint8", async () => {
    await state.writeFile("/b", new Uint8Array([1,2])); await state.appendFile("/b", new Uint8Array([3])); return state.readFileBytes("/b")
  });
  await tried("return state.readFile(\"/src/ap.ts\")", async () => {
    return state.readFile("/src/ap.ts")
  });
  await tried("return state.readFile(\"/src\")", async () => {
    return state.readFile("/src")
  });
  await tried("return state.readdir(\"/README.md\")", async () => {
    return state.readdir("/README.md")
  });
  await tried("return state.readFile(\"/README.md/x\")", async () => {
    return state.readFile("/README.md/x")
  });
  await tried("const a = state.readFile(\"/README.md\"); await state.writeFile(\"/copy\", a)", async () => {
    const a = state.readFile("/README.md"); await state.writeFile("/copy", a)
  });
  await tried("try { await state.readFile(\"/nope\") } catch (e) { if (e.code === \"ENOENT\") return [e.name,", async () => {
    try { await state.readFile("/nope") } catch (e) { if (e.code === "ENOENT") return [e.name, e instanceof Error, e.errno, e.syscall, e.path]; throw e }
  });
  await tried("return (await state.readdir(\"./src\")).length + (await state.readdir(\"src/\")).length + (awa", async () => {
    return (await state.readdir("./src")).length + (await state.readdir("src/")).length + (await state.readdir("/src/")).length + (await state.readdir("src")).length
  });
  await tried("return await state.readFile(\"~/README.md\")", async () => {
    return await state.readFile("~/README.md")
  });
  await tried("return await state.readFile(\"./README.md\")", async () => {
    return await state.readFile("./README.md")
  });
  await tried("return await state.readFile(\"README.md\")", async () => {
    return await state.readFile("README.md")
  });
  await tried("return await state.readFile(\"C:\\\\README.md\")", async () => {
    return await state.readFile("C:\\README.md")
  });
  await tried("return await state.readFile(\"src\\\\app.ts\")", async () => {
    return await state.readFile("src\\app.ts")
  });
  await tried("return await state.readFile(\"file:///README.md\")", async () => {
    return await state.readFile("file:///README.md")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.writeFile(\"/b\", new Uint8Array([1,2])); await state.appendFile(\"/b\", new Uint8",
//=     gave: bytes(01 02 03),
//=     changed: ["/b"],
//=   },
//=   {
//=     what: "return state.readFile(\"/src/ap.ts\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/src/ap.ts'; did you mean '/src/app.ts'?",
//=   },
//=   {
//=     what: "return state.readFile(\"/src\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, readFile '/src'; it is a directory: state.readdir(path) lists it, state.searchFiles(\"/src/**\", query) searches it",
//=   },
//=   {
//=     what: "return state.readdir(\"/README.md\")",
//=     threw: "ENOTDIR: ENOTDIR: not a directory, readdir '/README.md'; it is a file: state.readFile(path) reads it",
//=   },
//=   {
//=     what: "return state.readFile(\"/README.md/x\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/README.md/x'; '/README.md' is a file",
//=   },
//=   {
//=     what: "const a = state.readFile(\"/README.md\"); await state.writeFile(\"/copy\", a)",
//=     threw: "EINVAL: state.writeFile: an argument is a Promise; write `await` before what gives it",
//=   },
//=   {
//=     what: "try { await state.readFile(\"/nope\") } catch (e) { if (e.code === \"ENOENT\") return [e.name,",
//=     gave: ["Error", true, undefined, "readFile", "/nope"],
//=   },
//=   {
//=     what: "return (await state.readdir(\"./src\")).length + (await state.readdir(\"src/\")).length + (awa",
//=     gave: 12,
//=   },
//=   {
//=     what: "return await state.readFile(\"~/README.md\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/~/README.md'; did you mean '/README.md'?",
//=   },
//=   { what: "return await state.readFile(\"./README.md\")", gave: "# Demo\n\nTODO: write\n" },
//=   { what: "return await state.readFile(\"README.md\")", gave: "# Demo\n\nTODO: write\n" },
//=   {
//=     what: "return await state.readFile(\"C:\\\\README.md\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/C:\\README.md'; did you mean '/README.md'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"src\\\\app.ts\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/src\\app.ts'; did you mean '/src/app.ts'?",
//=   },
//=   {
//=     what: "return await state.readFile(\"file:///README.md\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readFile '/file:/README.md'; did you mean '/README.md'?",
//=   },
//= ]
//= console.warn: note: "~/README.md" was taken literally, as /~/README.md: there is no home directory here
//= console.warn: note: "C:\\README.md" was taken literally: paths here are like /folder/file, with / between names
//= console.warn: note: "src\\app.ts" was taken literally: paths here are like /folder/file, with / between names
