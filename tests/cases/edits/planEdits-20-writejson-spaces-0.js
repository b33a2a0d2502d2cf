//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await state.planEdits([{"kind":"writeJson","path":"/b.json","value":[1],"options":{"spaces":0}}]);
  return { r, fs: await D() };
}

//= recorded {"result": {"r": {"edits": [{"instruction": {"kind": "writeJson", "path": "/b.json", "value": [1], "options": {"spaces": 0}}, "path": "/b.json", "changed": true, "content": "[1]\n", "diff": "--- /b.json\n+++ /b.json\n@@ -1,1 +1,2 @@\n-{\"x\":1}\n+[1]\n+"}], "totalChanged": 1, "totalInstructions": 1}, "fs": {"/": "<dir>", "/a.js": "const a = 1;\nfoo(a);\n", "/b.json": "{\"x\":1}", "/c.txt": "one\ntwo\nthree\n"}}}
