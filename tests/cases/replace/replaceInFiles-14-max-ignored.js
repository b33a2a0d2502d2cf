//+ files-replaced

async () => {
  //+ everything
  const r = await state.replaceInFiles("/src/a.js", "foo", "x", { maxMatches: 1 });
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/src/a.js",
//=         replaced: 2,
//=         content: "x();\nx();\n",
//=         diff: "--- /src/a.js\n+++ /src/a.js\n@@ -1,2 +1,2 @@\n-foo();\n-foo();\n+x();\n+x();\n",
//=       },
//=     ],
//=     totalFiles: 1,
//=     totalReplacements: 2,
//=   },
//=   files: {
//=     "/": "<dir>",
//=     "/d.md": "foo\n",
//=     "/l.js": "-> /src/a.js",
//=     "/src": "<dir>",
//=     "/src/a.js": "x();\nx();\n",
//=     "/src/b.js": "bar();\n",
//=     "/src/sub": "<dir>",
//=     "/src/sub/c.js": "x = foo;\n",
//=   },
//= }
//= console.warn: note: maxMatches bounds what a search tells: every match was replaced
//= changed: /src/a.js (14 -> 10)
