//! [files]
//! "/d.md" = "foo\n"
//! "/l.js" = { symlink = "/src/a.js" }
//! "/src/a.js" = "foo();\nfoo();\n"
//! "/src/b.js" = "bar();\n"
//! "/src/sub/c.js" = "x = foo;\n"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
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
