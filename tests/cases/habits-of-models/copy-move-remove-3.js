//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.rm(\"/\", { recursive: true })", async () => {
    await state.rm("/", { recursive: true })
  });
  await tried("await state.unlink(\"/nope\")", async () => {
    await state.unlink("/nope")
  });
  await tried("await state.unlink(\"/nope\", { force: true })", async () => {
    await state.unlink("/nope", { force: true })
  });
  await tried("await state.symlink(\"/README.md\", \"/ln.md\"); return state.readFile(\"/ln.md\")", async () => {
    await state.symlink("/README.md", "/ln.md"); return state.readFile("/ln.md")
  });
  await tried("try { await state.rmdir(\"/src\") } catch (e) { return e.code }", async () => {
    try { await state.rmdir("/src") } catch (e) { return e.code }
  });
  await tried("await state.rm(\"/src\")", async () => {
    await state.rm("/src")
  });
  await tried("await state.rm(\"/src\", { recursive: true }, (err) => {})", async () => {
    await state.rm("/src", { recursive: true }, (err) => {})
  });
  await tried("await state.rename(\"/README.md\", \"/R.md\", { overwrite: false }); return state.readdir(\"/\")", async () => {
    await state.rename("/README.md", "/R.md", { overwrite: false }); return state.readdir("/").then(l => l.includes("R.md"))
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.rm(\"/\", { recursive: true })",
//=     threw: "EPERM: EPERM: operation not permitted, rm '/'",
//=   },
//=   {
//=     what: "await state.unlink(\"/nope\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, rm '/nope'",
//=   },
//=   { what: "await state.unlink(\"/nope\", { force: true })", gave: undefined },
//=   {
//=     what: "await state.symlink(\"/README.md\", \"/ln.md\"); return state.readFile(\"/ln.md\")",
//=     gave: "# Demo\n\nTODO: write\n",
//=     changed: ["/ln.md"],
//=   },
//=   {
//=     what: "try { await state.rmdir(\"/src\") } catch (e) { return e.code }",
//=     gave: "ENOTEMPTY",
//=   },
//=   {
//=     what: "await state.rm(\"/src\")",
//=     threw: "ENOTEMPTY: ENOTEMPTY: directory not empty, rm '/src'; with everything in it: await state.rm(\"/src\", { recursive: true })",
//=   },
//=   {
//=     what: "await state.rm(\"/src\", { recursive: true }, (err) => {})",
//=     threw: "EINVAL: state.rm: it takes no callback: it gives a promise, so write const result = await state.rm(\"/src\", { recursive: true })",
//=   },
//=   {
//=     what: "await state.rename(\"/README.md\", \"/R.md\", { overwrite: false }); return state.readdir(\"/\")",
//=     gave: true,
//=     changed: ["/R.md", "/README.md"],
//=   },
//= ]
