async () => {
  //+ value-or-code
  //+ everything
  //+ tar
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([[" a b ","0","hi"]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: {
//=   l: [{ path: " a b ", type: "file", size: 2 }],
//=   r: { destination: "/out/in", entries: [{ path: " a b ", type: "file", size: 2 }] },
//=   fs: { "/": "<dir>", "/out": "<dir>", "/out/in": "<dir>", "/out/in/ a b ": "hi" },
//= }
//= created: /out (- -> 0)
//= created: /out/in (- -> 0)
//= created: "/out/in/ a b " (- -> 2)
