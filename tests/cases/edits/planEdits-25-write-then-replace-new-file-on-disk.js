//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await state.planEdits([{"kind":"write","path":"/c.txt","content":"alpha"},{"kind":"replace","path":"/c.txt","search":"one","replacement":"1"}]);
  return { r, fs: await D() };
}

//= recorded {"result": {"r": {"edits": [{"instruction": {"kind": "write", "path": "/c.txt", "content": "alpha"}, "path": "/c.txt", "changed": true, "content": "alpha", "diff": "--- /c.txt\n+++ /c.txt\n@@ -1,4 +1,1 @@\n-one\n-two\n-three\n-\n+alpha"}, {"instruction": {"kind": "replace", "path": "/c.txt", "search": "one", "replacement": "1"}, "path": "/c.txt", "changed": true, "content": "1\ntwo\nthree\n", "diff": "--- /c.txt\n+++ /c.txt\n@@ -1,4 +1,4 @@\n-one\n+1\n two\n three\n "}], "totalChanged": 2, "totalInstructions": 2}, "fs": {"/": "<dir>", "/a.js": "const a = 1;\nfoo(a);\n", "/b.json": "{\"x\":1}", "/c.txt": "one\ntwo\nthree\n"}}}
