//+ files-project

async () => {
  //+ tried-afresh
  await tried("return [await state.readJson(\"/none.json\", {}), await state.readJson(\"/none.json\", { defau", async () => {
    return [await state.readJson("/none.json", {}), await state.readJson("/none.json", { default: [] }), await state.readJson("/none.json", { fallback: 1 })]
  });
  await tried("const t = await state.readJson(\"/tsconfig.json\"); await state.writeJson(\"/tsconfig.json\", ", async () => {
    const t = await state.readJson("/tsconfig.json"); await state.writeJson("/tsconfig.json", t); return t
  });
  await tried("await state.writeJson(\"/a.json\", {a:1}, 4); await state.writeJson(\"/b.json\", {a:1}, null, ", async () => {
    await state.writeJson("/a.json", {a:1}, 4); await state.writeJson("/b.json", {a:1}, null, 1); return [await state.readFile("/a.json"), await state.readFile("/b.json")]
  });
  await tried("return [await state.queryJson(\"/package.json\", \"/scripts/build\"), await state.queryJson(\"/", async () => {
    return [await state.queryJson("/package.json", "/scripts/build"), await state.queryJson("/data/users.json", "$[*].name"), await state.queryJson("/package.json", "scripts.test")]
  });
  await tried("return state.queryJson(\"/package.json\", \"scripts..test\")", async () => {
    return state.queryJson("/package.json", "scripts..test")
  });
  await tried("return state.queryJson(\"/package.json\", \".scripts | keys\")", async () => {
    return state.queryJson("/package.json", ".scripts | keys")
  });
  await tried("return state.queryJson(\"/package.json\", \"$.scripts[?(@.a)]\")", async () => {
    return state.queryJson("/package.json", "$.scripts[?(@.a)]")
  });
  await tried("return (await state.updateJson(\"/package.json\", [{ op: \"add\", path: \"/scripts/lint\", value", async () => {
    return (await state.updateJson("/package.json", [{ op: "add", path: "/scripts/lint", value: "eslint" }, { op: "replace", path: "/version", value: "2.0.0" }, { op: "remove", path: "/dependencies" }])).content
  });
  await tried("return (await state.updateJson(\"/package.json\", { version: \"3.0.0\" })).content", async () => {
    return (await state.updateJson("/package.json", { version: "3.0.0" })).content
  });
  await tried("await state.updateJson(\"/package.json\", (pkg) => { pkg.version = \"2\"; return pkg })", async () => {
    await state.updateJson("/package.json", (pkg) => { pkg.version = "2"; return pkg })
  });
  await tried("await state.writeFile(\"/h.json\", '{ \"b\": 1.0, \"2\": [1,2,\\n3], \"1\": {\"x\":null} }'); return ", async () => {
    await state.writeFile("/h.json", '{ "b": 1.0, "2": [1,2,\n3], "1": {"x":null} }'); return [(await state.updateJson("/h.json", [{op:"set", path:"b", value:2}])).content, (await state.updateJson("/h.json", [{op:"merge", path:"1", value:{x:null,y:null}}])).content, (await state.updateJson("/h.json", [{op:"merge", path:"1", value:{x:null}}], {nullDeletes:true})).content]
  });
  await tried("return await state.readJson(\"/data/lines.jsonl\")", async () => {
    return await state.readJson("/data/lines.jsonl")
  });
  await tried("return await state.readJson(\"/README.md\")", async () => {
    return await state.readJson("/README.md")
  });
  await tried("return await state.readJson(\"/nope.json\")", async () => {
    return await state.readJson("/nope.json")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return [await state.readJson(\"/none.json\", {}), await state.readJson(\"/none.json\", { defau",
//=     gave: [{}, [], 1],
//=   },
//=   {
//=     what: "const t = await state.readJson(\"/tsconfig.json\"); await state.writeJson(\"/tsconfig.json\", ",
//=     gave: { compilerOptions: { strict: false } },
//=     changed: ["/tsconfig.json"],
//=   },
//=   {
//=     what: "await state.writeJson(\"/a.json\", {a:1}, 4); await state.writeJson(\"/b.json\", {a:1}, null, ",
//=     gave: ["{\n    \"a\": 1\n}\n", "{\n \"a\": 1\n}\n"],
//=     changed: ["/a.json", "/b.json"],
//=   },
//=   {
//=     what: "return [await state.queryJson(\"/package.json\", \"/scripts/build\"), await state.queryJson(\"/",
//=     gave: ["tsc", ["ann", "bob"], "vitest"],
//=   },
//=   { what: "return state.queryJson(\"/package.json\", \"scripts..test\")", gave: ["vitest"] },
//=   {
//=     what: "return state.queryJson(\"/package.json\", \".scripts | keys\")",
//=     threw: "EINVAL: Invalid JSON path: .scripts | keys (the '|' of jq is not understood; query the value, and go on with it in the program; a key that holds it is [\"…\"]), queryJson '/package.json'",
//=   },
//=   { what: "return state.queryJson(\"/package.json\", \"$.scripts[?(@.a)]\")", gave: [] },
//=   {
//=     what: "return (await state.updateJson(\"/package.json\", [{ op: \"add\", path: \"/scripts/lint\", value",
//=     gave: "{\n  \"name\": \"demo\",\n  \"version\": \"2.0.0\",\n  \"scripts\": { \"build\": \"tsc\", \"test\": \"vitest\", \"lint\": \"eslint\" }\n}\n",
//=     changed: ["/package.json"],
//=   },
//=   {
//=     what: "return (await state.updateJson(\"/package.json\", { version: \"3.0.0\" })).content",
//=     gave: "{\n  \"name\": \"demo\",\n  \"version\": \"3.0.0\",\n  \"scripts\": { \"build\": \"tsc\", \"test\": \"vitest\" },\n  \"dependencies\": { \"lodash\": \"^4.17.0\" }\n}\n",
//=     changed: ["/package.json"],
//=   },
//=   {
//=     what: "await state.updateJson(\"/package.json\", (pkg) => { pkg.version = \"2\"; return pkg })",
//=     threw: "EINVAL: state.updateJson: a function cannot change the file: const value = await state.queryJson(\"/package.json\", \".\"), then await state.updateJson(\"/package.json\", [{ op: \"set\", path: …, value: … }]) for each change",
//=   },
//=   {
//=     what: "await state.writeFile(\"/h.json\", '{ \"b\": 1.0, \"2\": [1,2,\\n3], \"1\": {\"x\":null} }'); return ",
//=     gave: [
//=       "{ \"b\": 2, \"2\": [1,2,\n3], \"1\": {\"x\":null} }",
//=       "{ \"b\": 2, \"2\": [1,2,\n3], \"1\": {\"x\":null, \"y\":null} }",
//=       "{ \"b\": 2, \"2\": [1,2,\n3], \"1\": {\"y\":null} }",
//=     ],
//=     changed: ["/h.json"],
//=   },
//=   {
//=     what: "return await state.readJson(\"/data/lines.jsonl\")",
//=     threw: "EBADMSG: Invalid JSON in /data/lines.jsonl: unexpected token '{' after the end of the document (line 2, column 1); await state.readNdjson(\"/data/lines.jsonl\") reads one JSON text a line",
//=   },
//=   {
//=     what: "return await state.readJson(\"/README.md\")",
//=     threw: "EBADMSG: Invalid JSON in /README.md: unexpected token '#' where a value should start (line 1, column 1)",
//=   },
//=   {
//=     what: "return await state.readJson(\"/nope.json\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, readJson '/nope.json'",
//=   },
//= ]
//= console.warn: note: the comments of '/tsconfig.json' are gone: state.updateJson keeps them
