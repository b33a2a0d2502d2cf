//! [files]
//! "/b" = "e"
//! "/ü/a" = "é é"

async () => {
  //+ everything
  const r = await state.replaceInFiles("/**", "é", "e");
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/ü/a",
//=         replaced: 2,
//=         content: "e e",
//=         diff: "--- /ü/a\n+++ /ü/a\n@@ -1,1 +1,1 @@\n-é é\n\\ No newline at end of file\n+e e\n\\ No newline at end of file\n",
//=       },
//=     ],
//=     totalFiles: 1,
//=     totalReplacements: 2,
//=   },
//=   files: { "/": "<dir>", "/b": "e", "/ü": "<dir>", "/ü/a": "e e" },
//= }
//= changed: /ü/a (5 -> 3)
