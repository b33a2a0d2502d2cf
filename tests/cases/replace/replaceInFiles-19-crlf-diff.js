//! [files]
//! "/a" = "a\r\nb\r\n"

async () => {
  //+ everything
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
