async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  const D = async (p = "/") => { const o = {}; for (const e of await state.find(p)) o[e.path] = e.type === "file" ? await state.readFile(e.path) : e.type === "symlink" ? "-> " + (await state.readlink(e.path)) : "<dir>"; return o; };
  const tar = (list) => { const out = []; for (const [name, type, text = "", magic = "ustar\u000000", prefix = ""] of list) { const h = new Uint8Array(512); const put = (o, s) => { for (let i = 0; i < s.length; i++) h[o + i] = s.charCodeAt(i); }; put(0, name); put(100, "0000644\0"); put(108, "0000000\0"); put(116, "0000000\0"); put(124, text.length.toString(8).padStart(11, "0") + "\0"); put(136, "00000000000\0"); put(148, "        "); put(156, type); put(257, magic); put(345, prefix); put(148, h.reduce((a, b) => a + b, 0).toString(8).padStart(6, "0") + "\0 "); out.push(...h); const body = new Uint8Array(Math.ceil(text.length / 512) * 512); for (let i = 0; i < text.length; i++) body[i] = text.charCodeAt(i); out.push(...body); } out.push(...new Uint8Array(1024));
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([["./","5"],["./f.txt","0","hi"]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: {
//=   l: [{ path: "./", type: "directory", size: 0 }, { path: "./f.txt", type: "file", size: 2 }],
//=   r: {
//=     destination: "/out/in",
//=     entries: [
//=       { path: "./", type: "directory", size: 0 },
//=       { path: "./f.txt", type: "file", size: 2 },
//=     ],
//=   },
//=   fs: { "/": "<dir>", "/out": "<dir>", "/out/in": "<dir>", "/out/in/f.txt": "hi" },
//= }
//= created: /out (- -> 0)
//= created: /out/in (- -> 0)
//= created: /out/in/f.txt (- -> 2)
