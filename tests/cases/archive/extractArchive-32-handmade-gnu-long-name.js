async () => {
  //+ value-or-code
  //+ everything
  //+ tar
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([["././@LongLink","L","very/long/name.txt\u0000"],["very/long","0","hi"]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: {
//=   l: [{ path: "very/long/name.txt", type: "file", size: 2 }],
//=   r: {
//=     destination: "/out/in",
//=     entries: [{ path: "very/long/name.txt", type: "file", size: 2 }],
//=   },
//=   fs: {
//=     "/": "<dir>",
//=     "/out": "<dir>",
//=     "/out/in": "<dir>",
//=     "/out/in/very": "<dir>",
//=     "/out/in/very/long": "<dir>",
//=     "/out/in/very/long/name.txt": "hi",
//=   },
//= }
//= created: /out (- -> 0)
//= created: /out/in (- -> 0)
//= created: /out/in/very (- -> 0)
//= created: /out/in/very/long (- -> 0)
//= created: /out/in/very/long/name.txt (- -> 2)
