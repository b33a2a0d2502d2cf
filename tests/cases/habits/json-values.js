//! [files]
//! "/a.json" = '{ "b": 1.0, "1": [1,2], "a": { "x": null } }'
//! "/tsconfig.json" = "{\n  // strict\n  \"compilerOptions\": {\n    \"strict\": false, /* why */\n  },\n}\n"
//! "/list.json" = '{"a":[{"b":1},{"b":2}],"/x":3}'

async () => {
  const tried = async (call) => { try { return await call() ?? "done"; } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  const text = async (path) => state.readFile(path);
  const answers = {
    fallback: await state.readJson("/none.json", []),
    nothing: await state.readJson("/none.json", null),
    named: await state.readJson("/none.json", { default: { a: 1 } }),
    encoding: await tried(() => state.readJson("/none.json", "utf8")),
    jsonc: await state.readJson("/tsconfig.json"),
    spaces: await tried(async () => { await state.writeJson("/s.json", { a: 1 }, 4); return text("/s.json"); }),
    stringify: await tried(async () => { await state.writeJson("/s.json", { a: 1 }, null, 1); return text("/s.json"); }),
    indent: await tried(async () => { await state.writeJson("/s.json", [1], { indent: "\t" }); return text("/s.json"); }),
    replacer: await tried(() => state.writeJson("/s.json", 1, ["a"], 2)),
    pointer: await state.queryJson("/list.json", "/a/0/b"),
    wildcard: await state.queryJson("/list.json", "$.a[*].b"),
    descent: await tried(() => state.queryJson("/list.json", "a..b")),
    jq: await tried(() => state.queryJson("/list.json", ".a[] | .b")),
    filter: await tried(() => state.queryJson("/list.json", "$.a[?(@.b>1)]")),
    kept: (await state.updateJson("/a.json", [{ op: "set", path: "a.y", value: 2 }])).content,
    patch: (await state.updateJson("/list.json", [{ op: "add", path: "/a/-", value: { b: 3 } }, { op: "replace", path: "/a/0/b", value: 9 }, { op: "remove", path: "/a/1" }])).content,
    moved: (await state.updateJson("/list.json", [{ op: "move", from: "/a/0", path: "/first" }, { op: "copy", from: "/first", path: "/second" }])).content,
    missing: await tried(() => state.updateJson("/list.json", [{ op: "replace", path: "/nope", value: 1 }])),
    merge: (await state.updateJson("/a.json", { a: { z: null }, k: 1 })).value,
    deletes: (await state.updateJson("/a.json", [{ op: "merge", path: "$", value: { k: null } }], { nullDeletes: true })).value,
    one: (await state.updateJson("/a.json", { op: "delete", path: "1" })).operationsApplied,
    function: await tried(() => state.updateJson("/a.json", (value) => value)),
    unknown: await tried(() => state.updateJson("/a.json", [{ op: "set", path: "x", value: 1, comment: "y" }])),
    comments: (await state.updateJson("/tsconfig.json", [{ op: "set", path: "compilerOptions.strict", value: true }])).content,
  };
  await state.writeJson("/tsconfig.json", {});
  return answers;
}
//= result: {
//=   fallback: [],
//=   nothing: null,
//=   named: { a: 1 },
//=   encoding: "ENOENT ENOENT: no such file or directory, readJson '/none.json'",
//=   jsonc: { compilerOptions: { strict: false } },
//=   spaces: "{\n    \"a\": 1\n}\n",
//=   stringify: "{\n \"a\": 1\n}\n",
//=   indent: "[\n\t1\n]\n",
//=   replacer: "EINVAL state.writeJson: \"options\" must be an object { spaces?: number | string }, but is an array of 1 — expected state.writeJson(path, value, options?)",
//=   pointer: 1,
//=   wildcard: [1, 2],
//=   descent: [1, 2],
//=   jq: "EINVAL Invalid JSON path: .a[] | .b (the brackets are empty; write an index such as [0], or a key as [\"key\"]), queryJson '/list.json'",
//=   filter: [{ b: 2 }],
//=   kept: "{ \"b\": 1.0, \"1\": [1,2], \"a\": { \"x\": null, \"y\": 2 } }",
//=   patch: "{\"a\":[{\"b\":9},{\"b\":3}],\"/x\":3}",
//=   moved: "{\"a\":[{\"b\":3}],\"/x\":3,\"first\":{\"b\":9},\"second\":{\"b\":9}}",
//=   missing: "EINVAL operation 0 (replace): .nope is missing, updateJson '/list.json'",
//=   merge: { "1": [1, 2], b: 1, a: { x: null, y: 2, z: null }, k: 1 },
//=   deletes: { "1": [1, 2], b: 1, a: { x: null, y: 2, z: null } },
//=   one: 1,
//=   function: "EINVAL state.updateJson: a function cannot change the file: const value = await state.queryJson(\"/a.json\", \".\"), then await state.updateJson(\"/a.json\", [{ op: \"set\", path: …, value: … }]) for each change",
//=   unknown: "EINVAL state.updateJson: \"operations[0].comment\" is no member; the members are op, path, value — expected state.updateJson(path, operations)",
//=   comments: "{\n  // strict\n  \"compilerOptions\": {\n    \"strict\": true, /* why */\n  },\n}\n",
//= }
//= console.warn: note: the comments of '/tsconfig.json' are gone: state.updateJson keeps them
//= created: /s.json (- -> 7)
//= changed: /a.json (44 -> 51)
//= changed: /list.json (30 -> 55)
//= changed: /tsconfig.json (75 -> 3)
