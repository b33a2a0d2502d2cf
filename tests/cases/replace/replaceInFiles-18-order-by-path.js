//! [files]
//! "/B" = "k"
//! "/a.txt" = "kk"
//! "/a/z" = "k"
//! "/b" = "k"

async () => {
  //+ everything
  const r = await state.replaceInFiles("/**", "k", "K");
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/B",
//=         replaced: 1,
//=         content: "K",
//=         diff: "--- /B\n+++ /B\n@@ -1,1 +1,1 @@\n-k\n\\ No newline at end of file\n+K\n\\ No newline at end of file\n",
//=       },
//=       {
//=         path: "/a.txt",
//=         replaced: 2,
//=         content: "KK",
//=         diff: "--- /a.txt\n+++ /a.txt\n@@ -1,1 +1,1 @@\n-kk\n\\ No newline at end of file\n+KK\n\\ No newline at end of file\n",
//=       },
//=       {
//=         path: "/a/z",
//=         replaced: 1,
//=         content: "K",
//=         diff: "--- /a/z\n+++ /a/z\n@@ -1,1 +1,1 @@\n-k\n\\ No newline at end of file\n+K\n\\ No newline at end of file\n",
//=       },
//=       {
//=         path: "/b",
//=         replaced: 1,
//=         content: "K",
//=         diff: "--- /b\n+++ /b\n@@ -1,1 +1,1 @@\n-k\n\\ No newline at end of file\n+K\n\\ No newline at end of file\n",
//=       },
//=     ],
//=     totalFiles: 4,
//=     totalReplacements: 5,
//=   },
//=   files: { "/": "<dir>", "/B": "K", "/a": "<dir>", "/a/z": "K", "/a.txt": "KK", "/b": "K" },
//= }
//= changed: /B (1 -> 1)
//= changed: /a.txt (2 -> 2)
//= changed: /a/z (1 -> 1)
//= changed: /b (1 -> 1)
