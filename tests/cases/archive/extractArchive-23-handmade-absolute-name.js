async () => {
  //+ value-or-code
  //+ everything
  //+ tar
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([["/abs/f.txt","0","hi"]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: {
//=   l: [{ path: "/abs/f.txt", type: "file", size: 2 }],
//=   r: { destination: "/out/in", entries: [{ path: "/abs/f.txt", type: "file", size: 2 }] },
//=   fs: {
//=     "/": "<dir>",
//=     "/out": "<dir>",
//=     "/out/in": "<dir>",
//=     "/out/in/abs": "<dir>",
//=     "/out/in/abs/f.txt": "hi",
//=   },
//= }
//= created: /out (- -> 0)
//= created: /out/in (- -> 0)
//= created: /out/in/abs (- -> 0)
//= created: /out/in/abs/f.txt (- -> 2)
