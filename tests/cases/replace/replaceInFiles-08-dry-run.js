//+ files-replaced

async () => {
  //+ everything
  const r = await state.replaceInFiles("/src/**/*.js", "foo", "qux", { dryRun: true });
  return { r, files: await D() };
}

//= result: {
//=   r: {
//=     dryRun: true,
//=     files: [
//=       {
//=         path: "/src/a.js",
//=         replaced: 2,
//=         content: "qux();\nqux();\n",
//=         diff: "--- /src/a.js\n+++ /src/a.js\n@@ -1,2 +1,2 @@\n-foo();\n-foo();\n+qux();\n+qux();\n",
//=       },
//=       {
//=         path: "/src/sub/c.js",
//=         replaced: 1,
//=         content: "x = qux;\n",
//=         diff: "--- /src/sub/c.js\n+++ /src/sub/c.js\n@@ -1,1 +1,1 @@\n-x = foo;\n+x = qux;\n",
//=       },
//=     ],
//=     totalFiles: 2,
//=     totalReplacements: 3,
//=   },
//=   files: {
//=     "/": "<dir>",
//=     "/d.md": "foo\n",
//=     "/l.js": "-> /src/a.js",
//=     "/src": "<dir>",
//=     "/src/a.js": "foo();\nfoo();\n",
//=     "/src/b.js": "bar();\n",
//=     "/src/sub": "<dir>",
//=     "/src/sub/c.js": "x = foo;\n",
//=   },
//= }
