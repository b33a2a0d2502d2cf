//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await state.planEdits([{"kind":"writeJson","path":"/b.json","value":{"x":1}}]);
  return { r, fs: await D() };
}

//= recorded {"result": {"r": {"edits": [{"instruction": {"kind": "writeJson", "path": "/b.json", "value": {"x": 1}}, "path": "/b.json", "changed": true, "content": "{\n  \"x\": 1\n}\n", "diff": "--- /b.json\n+++ /b.json\n@@ -1,1 +1,4 @@\n-{\"x\":1}\n+{\n+  \"x\": 1\n+}\n+"}], "totalChanged": 1, "totalInstructions": 1}, "fs": {"/": "<dir>", "/a.js": "const a = 1;\nfoo(a);\n", "/b.json": "{\"x\":1}", "/c.txt": "one\ntwo\nthree\n"}}}
