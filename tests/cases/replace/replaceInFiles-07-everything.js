//+ files-replaced

async () => {
  //+ everything
  const r = await state.replaceInFiles("/**", "foo", "bar");
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
//=       {
//=         path: "/src/a.js",
//=         replaced: 2,
//=         content: "bar();\nbar();\n",
//=         diff: "--- /src/a.js\n+++ /src/a.js\n@@ -1,2 +1,2 @@\n-foo();\n-foo();\n+bar();\n+bar();\n",
//=       },
//=       {
//=         path: "/src/sub/c.js",
//=         replaced: 1,
//=         content: "x = bar;\n",
//=         diff: "--- /src/sub/c.js\n+++ /src/sub/c.js\n@@ -1,1 +1,1 @@\n-x = foo;\n+x = bar;\n",
//=       },
//=     ],
//=     totalFiles: 3,
//=     totalReplacements: 4,
//=   },
//=   files: {
//=     "/": "<dir>",
//=     "/d.md": "bar\n",
//=     "/l.js": "-> /src/a.js",
//=     "/src": "<dir>",
//=     "/src/a.js": "bar();\nbar();\n",
//=     "/src/b.js": "bar();\n",
//=     "/src/sub": "<dir>",
//=     "/src/sub/c.js": "x = bar;\n",
//=   },
//= }
//= changed: /d.md (4 -> 4)
//= changed: /src/a.js (14 -> 14)
//= changed: /src/sub/c.js (9 -> 9)
