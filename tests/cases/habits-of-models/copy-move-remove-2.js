//+ files-project

async () => {
  //+ tried-afresh
  await tried("await state.cp(\"/src\", \"/dst\")", async () => {
    await state.cp("/src", "/dst")
  });
  await tried("await state.cp(\"/src\", \"/dst\", { r: true }); return state.readdir(\"/dst\")", async () => {
    await state.cp("/src", "/dst", { r: true }); return state.readdir("/dst")
  });
  await tried("await state.cp(\"-r\", \"/src\", \"/dst\")", async () => {
    await state.cp("-r", "/src", "/dst")
  });
  await tried("await state.mv(\"/src\", \"/dst\"); return state.readdir(\"/dst\")", async () => {
    await state.mv("/src", "/dst"); return state.readdir("/dst")
  });
  await tried("await state.mv(\"/README.md\", \"/src\"); return state.readdir(\"/src\")", async () => {
    await state.mv("/README.md", "/src"); return state.readdir("/src")
  });
  await tried("await state.cp(\"/README.md\", \"/src/\"); return state.readdir(\"/src\")", async () => {
    await state.cp("/README.md", "/src/"); return state.readdir("/src")
  });
  await tried("await state.cp([\"/README.md\", \"/package.json\"], \"/bak\")", async () => {
    await state.cp(["/README.md", "/package.json"], "/bak")
  });
  await tried("await state.rm([\"/README.md\", \"/package.json\"])", async () => {
    await state.rm(["/README.md", "/package.json"])
  });
  await tried("await state.rm(\"/src/*.ts\")", async () => {
    await state.rm("/src/*.ts")
  });
  await tried("await state.rm(\"/src/**\")", async () => {
    await state.rm("/src/**")
  });
  await tried("await state.rm(\"-rf\", \"/src\")", async () => {
    await state.rm("-rf", "/src")
  });
  await tried("await state.rm(\"/README.md\", \"/package.json\")", async () => {
    await state.rm("/README.md", "/package.json")
  });
  await tried("await state.rm(\"/src\", true)", async () => {
    await state.rm("/src", true)
  });
  await tried("await state.removeTree(\"/\")", async () => {
    await state.removeTree("/")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "await state.cp(\"/src\", \"/dst\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, cp '/src'; it is a directory, which needs { recursive: true }",
//=   },
//=   {
//=     what: "await state.cp(\"/src\", \"/dst\", { r: true }); return state.readdir(\"/dst\")",
//=     gave: ["app.ts", "lib", "util.ts"],
//=     changed: [
//=       "/dst",
//=       "/dst/app.ts",
//=       "/dst/lib",
//=       "/dst/lib/a.js",
//=       "/dst/lib/b.test.js",
//=       "/dst/util.ts",
//=     ],
//=   },
//=   {
//=     what: "await state.cp(\"-r\", \"/src\", \"/dst\")",
//=     threw: "EINVAL: state.cp: \"-r\" is a flag of a shell: write await state.cp(\"/src\", \"/dst\", { recursive: true })",
//=   },
//=   {
//=     what: "await state.mv(\"/src\", \"/dst\"); return state.readdir(\"/dst\")",
//=     threw: "EISDIR: EISDIR: cannot move a directory without { recursive: true }, mv '/src'",
//=   },
//=   {
//=     what: "await state.mv(\"/README.md\", \"/src\"); return state.readdir(\"/src\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, mv '/src'; it is a directory: give the whole path, '/src/README.md'",
//=   },
//=   {
//=     what: "await state.cp(\"/README.md\", \"/src/\"); return state.readdir(\"/src\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, cp '/src'; it is a directory: give the whole path, '/src/README.md'",
//=   },
//=   {
//=     what: "await state.cp([\"/README.md\", \"/package.json\"], \"/bak\")",
//=     threw: "EINVAL: state.cp: \"src\" must be a string, but is an array of 2 — expected state.cp(src, dest, options?); one call for each: for (const one of paths) await state.cp(one, path.join(\"/bak\", path.basename(one)), { recursive: true, overwrite: false })",
//=   },
//=   {
//=     what: "await state.rm([\"/README.md\", \"/package.json\"])",
//=     threw: "EINVAL: state.rm: \"path\" must be a string, but is an array of 2 — expected state.rm(path, options?); for several: await Promise.all(paths.map((path) => state.rm(path)))",
//=   },
//=   {
//=     what: "await state.rm(\"/src/*.ts\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, rm '/src/*.ts'; a path is no pattern: for (const file of await state.glob(\"/src/*.ts\")) await state.rm(file)",
//=   },
//=   {
//=     what: "await state.rm(\"/src/**\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, rm '/src/**'; a path is no pattern: for (const file of await state.glob(\"/src/**\", { nodir: true })) await state.rm(file)",
//=   },
//=   {
//=     what: "await state.rm(\"-rf\", \"/src\")",
//=     threw: "EINVAL: state.rm: \"-rf\" is a flag of a shell: write await state.rm(\"/src\", { recursive: true, force: true })",
//=   },
//=   {
//=     what: "await state.rm(\"/README.md\", \"/package.json\")",
//=     threw: "EINVAL: state.rm: \"options\" must be an object { recursive?: boolean; force?: boolean }, but is the string \"/package.json\" — expected state.rm(path, options?); one call for each path: await state.rm(\"/README.md\"), then await state.rm(\"/package.json\")",
//=   },
//=   {
//=     what: "await state.rm(\"/src\", true)",
//=     threw: "EINVAL: state.rm: \"options\" must be an object { recursive?: boolean; force?: boolean }, but is true — expected state.rm(path, options?)",
//=   },
//=   {
//=     what: "await state.removeTree(\"/\")",
//=     threw: "EPERM: EPERM: operation not permitted, removeTree '/'",
//=   },
//= ]
