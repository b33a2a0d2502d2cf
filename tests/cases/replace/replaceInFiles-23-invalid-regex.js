//+ files-replaced

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.replaceInFiles("/src/**", "(", "x", { regex: true }));
  return { r, files: await D() };
}

//= result: {
//=   r: "E:?",
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
