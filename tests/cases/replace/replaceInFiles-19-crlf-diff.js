//! [files]
//! "/a" = "a\r\nb\r\n"

async () => {
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const r = await state.replaceInFiles("/a", "b", "c");
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/a",
//=         replaced: 1,
//=         content: "a\r\nc\r\n",
//=         diff: "--- /a\n+++ /a\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n",
//=       },
//=     ],
//=     totalFiles: 1,
//=     totalReplacements: 1,
//=   },
//=   files: { "/": "<dir>", "/a": "a\r\nc\r\n" },
//= }
//= changed: /a (6 -> 6)
