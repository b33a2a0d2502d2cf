//! [files]
//! "/a.js" = "const a = 1;\nfoo(a);\n"
//! "/b.json" = "{\"x\":1}"
//! "/c.txt" = "one\ntwo\nthree\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const p = await state.planEdits([{ kind: "replace", path: "/c.txt", search: "zzz", replacement: "2" }]); await state.writeFile("/c.txt", "changed meanwhile\n");
  const r = await state.applyEditPlan(p);
  return { r, fs: await D() };
}

//= recorded {"result": {"r": {"dryRun": false, "edits": [{"path": "/c.txt", "changed": true, "content": "one\ntwo\nthree\n", "diff": "--- /c.txt\n+++ /c.txt\n@@ -1,2 +1,4 @@\n-changed meanwhile\n+one\n+two\n+three\n "}], "totalChanged": 1}, "fs": {"/": "<dir>", "/a.js": "const a = 1;\nfoo(a);\n", "/b.json": "{\"x\":1}", "/c.txt": "one\ntwo\nthree\n"}}}
