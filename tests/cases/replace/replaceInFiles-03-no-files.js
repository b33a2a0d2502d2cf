//+ files-replaced

async () => {
  //+ everything
  const r = await state.replaceInFiles("/zz/*", "foo", "x");
  return { r, files: await D() };
}

//= result: {
//=   r: { dryRun: false, files: [], totalFiles: 0, totalReplacements: 0 },
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
//= console.warn: note: nothing matches "/zz/*": there is no '/zz'
