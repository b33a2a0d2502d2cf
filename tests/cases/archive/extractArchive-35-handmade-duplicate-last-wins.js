async () => {
  //+ value-or-code
  //+ everything
  //+ tar
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([["f","0","one"],["f","0","two"]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: {
//=   l: [{ path: "f", type: "file", size: 3 }, { path: "f", type: "file", size: 3 }],
//=   r: {
//=     destination: "/out/in",
//=     entries: [{ path: "f", type: "file", size: 3 }, { path: "f", type: "file", size: 3 }],
//=   },
//=   fs: { "/": "<dir>", "/out": "<dir>", "/out/in": "<dir>", "/out/in/f": "two" },
//= }
//= created: /out (- -> 0)
//= created: /out/in (- -> 0)
//= created: /out/in/f (- -> 3)
