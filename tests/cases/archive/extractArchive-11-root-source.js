//! [files]
//! "/a" = "1"
//! "/d/b" = "2"

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", ["/"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out")); await state.rm("/x.tar");
  return { r, fs: await D("/out") };
}

//= result: {
//=   r: {
//=     destination: "/out",
//=     entries: [
//=       { path: ".", type: "directory", size: 0 },
//=       { path: "a", type: "file", size: 1 },
//=       { path: "d", type: "directory", size: 0 },
//=       { path: "d/b", type: "file", size: 1 },
//=     ],
//=   },
//=   fs: { "/out": "<dir>", "/out/a": "1", "/out/d": "<dir>", "/out/d/b": "2" },
//= }
//= created: /out (- -> 0)
//= created: /out/a (- -> 1)
//= created: /out/d (- -> 0)
//= created: /out/d/b (- -> 1)
