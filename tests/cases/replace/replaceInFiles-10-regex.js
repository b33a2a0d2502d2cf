//+ files-replaced

async () => {
  //+ everything
  const r = await state.replaceInFiles("/src/**", "\\bfoo\\b\\(\\)", "call()", { regex: true });
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: false,
//=     files: [
//=       {
//=         path: "/src/a.js",
//=         replaced: 2,
//=         content: "call();\ncall();\n",
//=         diff: "--- /src/a.js\n+++ /src/a.js\n@@ -1,2 +1,2 @@\n-foo();\n-foo();\n+call();\n+call();\n",
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
//=     "/src/a.js": "call();\ncall();\n",
//=     "/src/b.js": "bar();\n",
//=     "/src/sub": "<dir>",
//=     "/src/sub/c.js": "x = foo;\n",
//=   },
//= }
//= changed: /src/a.js (14 -> 16)
