async () => {
  //+ fails
  const entry = (name, text, type = "0", link = "") => {
    const header = new Uint8Array(512);
    const put = (at, value) => header.set(new TextEncoder().encode(value), at);
    put(0, name);
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, text.length.toString(8).padStart(11, "0") + "\0");
    put(136, "00000000000\0");
    put(148, "        ");
    put(156, type);
    put(157, link);
    put(257, "ustar\x0000");
    const sum = header.reduce((sum, byte) => sum + byte, 0);
    put(148, sum.toString(8).padStart(6, "0") + "\0 ");
    const content = new Uint8Array(Math.ceil(text.length / 512) * 512);
    content.set(new TextEncoder().encode(text));
    return [...header, ...content];
  };
  const pack = (path, ...entries) => state.writeFileBytes(path, Uint8Array.from([...entries.flat(), ...Array(1024).fill(0)]));
  await pack("/a.tar", entry("/abs/file", "1"), entry("./dot/./file", "2"), entry("a//b", "3"), entry("l", "", "2", "dot/file"), entry("h", "", "1", "a/b"), entry("__proto__", "4"));
  const extracted = await fails(() => state.extractArchive("/a.tar", "/out"));
  const listed = await fails(() => state.listArchive("/a.tar"));
  const tree = (await state.find("/out")).map((found) => `${found.path} ${found.type}`);
  return { extracted, listed, tree, l: await fails(() => state.readFile("/out/l")), h: await fails(() => state.readFile("/out/h")) };
}

//= result: {
//=   extracted: {
//=     destination: "/out",
//=     entries: [
//=       { path: "/abs/file", type: "file", size: 1 },
//=       { path: "./dot/./file", type: "file", size: 1 },
//=       { path: "a//b", type: "file", size: 1 },
//=       { path: "l", type: "symlink", size: 0, target: "dot/file" },
//=       { path: "h", type: "file", size: 0 },
//=       { path: "__proto__", type: "file", size: 1 },
//=     ],
//=   },
//=   listed: [
//=     { path: "./dot/./file", type: "file", size: 1 },
//=     { path: "/abs/file", type: "file", size: 1 },
//=     { path: "__proto__", type: "file", size: 1 },
//=     { path: "a//b", type: "file", size: 1 },
//=     { path: "h", type: "file", size: 0 },
//=     { path: "l", type: "symlink", size: 0, target: "dot/file" },
//=   ],
//=   tree: [
//=     "/out directory",
//=     "/out/__proto__ file",
//=     "/out/a directory",
//=     "/out/a/b file",
//=     "/out/abs directory",
//=     "/out/abs/file file",
//=     "/out/dot directory",
//=     "/out/dot/file file",
//=     "/out/h file",
//=     "/out/l symlink",
//=   ],
//=   l: "2",
//=   h: "3",
//= }
//= created: /a.tar (- -> 6144)
//= created: /out (- -> 0)
//= created: /out/__proto__ (- -> 1)
//= created: /out/a (- -> 0)
//= created: /out/a/b (- -> 1)
//= created: /out/abs (- -> 0)
//= created: /out/abs/file (- -> 1)
//= created: /out/dot (- -> 0)
//= created: /out/dot/file (- -> 1)
//= created: /out/h (- -> 1)
//= created: /out/l (- -> 8)
