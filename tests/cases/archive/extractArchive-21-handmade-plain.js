async () => {
  //+ value-or-code
  //+ everything
  //+ tar
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([["f.txt","0","hi"],["d/","5"],["d/g.txt","0","yo"]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: {
//=   l: [
//=     { path: "d/", type: "directory", size: 0 },
//=     { path: "d/g.txt", type: "file", size: 2 },
//=     { path: "f.txt", type: "file", size: 2 },
//=   ],
//=   r: {
//=     destination: "/out/in",
//=     entries: [
//=       { path: "f.txt", type: "file", size: 2 },
//=       { path: "d/", type: "directory", size: 0 },
//=       { path: "d/g.txt", type: "file", size: 2 },
//=     ],
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/out": "<dir>",
//=     "/out/in": "<dir>",
//=     "/out/in/d": "<dir>",
//=     "/out/in/d/g.txt": "yo",
//=     "/out/in/f.txt": "hi",
//=   },
//= }
//= created: /out (- -> 0)
//= created: /out/in (- -> 0)
//= created: /out/in/d (- -> 0)
//= created: /out/in/d/g.txt (- -> 2)
//= created: /out/in/f.txt (- -> 2)
