//+ files-replaced

async () => {
  //+ everything
  const r = await state.replaceInFiles("/**", "FOO", "x", { caseSensitive: false });
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/d.md",
//=         replaced: 1,
//=         content: "x\n",
//=         diff: "--- /d.md\n+++ /d.md\n@@ -1,1 +1,1 @@\n-foo\n+x\n",
//=       },
//=       {
//=         path: "/src/a.js",
//=         replaced: 2,
//=         content: "x();\nx();\n",
//=         diff: "--- /src/a.js\n+++ /src/a.js\n@@ -1,2 +1,2 @@\n-foo();\n-foo();\n+x();\n+x();\n",
//=       },
//=       {
//=         path: "/src/sub/c.js",
//=         replaced: 1,
//=         content: "x = x;\n",
//=         diff: "--- /src/sub/c.js\n+++ /src/sub/c.js\n@@ -1,1 +1,1 @@\n-x = foo;\n+x = x;\n",
//=       },
//=     ],
//=     totalFiles: 3,
//=     totalReplacements: 4,
//=   },
//=   files: {
//=     "/": "<dir>",
//=     "/d.md": "x\n",
//=     "/l.js": "-> /src/a.js",
//=     "/src": "<dir>",
//=     "/src/a.js": "x();\nx();\n",
//=     "/src/b.js": "bar();\n",
//=     "/src/sub": "<dir>",
//=     "/src/sub/c.js": "x = x;\n",
//=   },
//= }
//= changed: /d.md (4 -> 2)
//= changed: /src/a.js (14 -> 10)
//= changed: /src/sub/c.js (9 -> 7)
