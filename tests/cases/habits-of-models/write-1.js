//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.writeFile(\"/README.md\", \"x\\n\", { flag: \"wx\" });", async () => {
    await state.writeFile("/README.md", "x\n", { flag: "wx" });
  });
  await tried("await state.writeFile(\"/a\", \"x\", \"rot13\")", async () => {
    await state.writeFile("/a", "x", "rot13")
  });
  await tried("await state.mkdirp(\"/a/b/c\"); await state.ensureDir(\"/a/b/c\"); await state.outputFile(\"/q/", async () => {
    await state.mkdirp("/a/b/c"); await state.ensureDir("/a/b/c"); await state.outputFile("/q/w", "1"); await state.touch("/q/e"); await state.touch("/q/w"); await state.chmod("/q/w", 0o755); await state.utimes("/q/w", new Date(), new Date()); return (await state.stat("/q/w")).mode
  });
  await tried("await state.writeFile(\"/b.json\", { a: 1 })", async () => {
    await state.writeFile("/b.json", { a: 1 })
  });
  await tried("await state.writeFile(\"/b.json\", [1,2])", async () => {
    await state.writeFile("/b.json", [1,2])
  });
  await tried("await state.writeFile(\"/b\", [\"a\",\"b\"])", async () => {
    await state.writeFile("/b", ["a","b"])
  });
  await tried("await state.writeFile(\"/b\", 42)", async () => {
    await state.writeFile("/b", 42)
  });
  await tried("state.writeFile(\"/x\", \"1\")", async () => {
    state.writeFile("/x", "1")
  });
  await tried("await state.mkdir(\"/a/b/c\")", async () => {
    await state.mkdir("/a/b/c")
  });
  await tried("await state.touch(\"/t.txt\"); return (await state.stat(\"/t.txt\")).size", async () => {
    await state.touch("/t.txt"); return (await state.stat("/t.txt")).size
  });
  await tried("await state.appendFile(\"/logs/app.log\", [\"a\", \"b\"])", async () => {
    await state.appendFile("/logs/app.log", ["a", "b"])
  });
  await tried("await state.appendFile(\"/logs/app.log\", { line: 1 })", async () => {
    await state.appendFile("/logs/app.log", { line: 1 })
  });
  await tried("await state.writeFile(\"/o.txt\", undefined)", async () => {
    await state.writeFile("/o.txt", undefined)
  });
  await tried("await state.writeFile(\"/o.txt\", null)", async () => {
    await state.writeFile("/o.txt", null)
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.writeFile(\"/README.md\", \"x\\n\", { flag: \"wx\" });",
//=     threw: "EEXIST: EEXIST: file already exists, writeFile '/README.md'",
//=   },
//=   {
//=     what: "await state.writeFile(\"/a\", \"x\", \"rot13\")",
//=     threw: "EINVAL: state.writeFile: \"options.encoding\" must be \"utf8\", \"utf16le\", \"latin1\", \"ascii\", \"base64\", \"base64url\", \"hex\", or a label of the Encoding Standard such as \"windows-1252\", \"shift_jis\", \"gbk\" or \"utf-16\", but is \"rot13\" — expected state.writeFile(path, content)",
//=   },
//=   {
//=     what: "await state.mkdirp(\"/a/b/c\"); await state.ensureDir(\"/a/b/c\"); await state.outputFile(\"/q/",
//=     gave: 493,
//=     changed: ["/a", "/a/b", "/a/b/c", "/q", "/q/e", "/q/w"],
//=   },
//=   {
//=     what: "await state.writeFile(\"/b.json\", { a: 1 })",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is an object {a} — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/b.json\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/b.json\", [1,2])",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is an array of 2 — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/b.json\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/b\", [\"a\",\"b\"])",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is an array of 2 — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/b\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/b\", 42)",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is the number 42 — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/b\", value), or pass JSON.stringify(value)",
//=   },
//=   { what: "state.writeFile(\"/x\", \"1\")", gave: undefined, changed: ["/x"] },
//=   {
//=     what: "await state.mkdir(\"/a/b/c\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, mkdir '/a/b/c'; its parents too: await state.mkdir(\"/a/b/c\", { recursive: true })",
//=   },
//=   {
//=     what: "await state.touch(\"/t.txt\"); return (await state.stat(\"/t.txt\")).size",
//=     gave: 0,
//=     changed: ["/t.txt"],
//=   },
//=   {
//=     what: "await state.appendFile(\"/logs/app.log\", [\"a\", \"b\"])",
//=     threw: "EINVAL: state.appendFile: \"content\" must be a string or bytes (a Uint8Array or ArrayBuffer), but is an array of 2 — expected state.appendFile(path, content); as JSON it is await state.writeJson(\"/logs/app.log\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.appendFile(\"/logs/app.log\", { line: 1 })",
//=     threw: "EINVAL: state.appendFile: \"content\" must be a string or bytes (a Uint8Array or ArrayBuffer), but is an object {line} — expected state.appendFile(path, content); as JSON it is await state.writeJson(\"/logs/app.log\", value), or pass JSON.stringify(value)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", undefined)",
//=     threw: "EINVAL: state.writeFile: missing required parameter \"content\" — expected state.writeFile(path, content)",
//=   },
//=   {
//=     what: "await state.writeFile(\"/o.txt\", null)",
//=     threw: "EINVAL: state.writeFile: \"content\" must be a string or bytes, but is null — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/o.txt\", value), or pass JSON.stringify(value)",
//=   },
//= ]
