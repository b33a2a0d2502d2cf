//+ files-replaced

async () => {
  //+ everything
  const r = await state.replaceInFiles("/d.md", "foo", "bar");
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/d.md",
//=         replaced: 1,
//=         content: "bar\n",
//=         diff: "--- /d.md\n+++ /d.md\n@@ -1,1 +1,1 @@\n-foo\n+bar\n",
//=       },
//=     ],
//=     totalFiles: 1,
//=     totalReplacements: 1,
//=   },
//=   files: {
//=     "/": "<dir>",
//=     "/d.md": "bar\n",
//=     "/l.js": "-> /src/a.js",
//=     "/src": "<dir>",
//=     "/src/a.js": "foo();\nfoo();\n",
//=     "/src/b.js": "bar();\n",
//=     "/src/sub": "<dir>",
//=     "/src/sub/c.js": "x = foo;\n",
//=   },
//= }
//= changed: /d.md (4 -> 4)
