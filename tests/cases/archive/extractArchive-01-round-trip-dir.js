//+ files-packed

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", ["/p"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out")); await state.rm("/x.tar");
  return { r, fs: await D("/out") };
}

//= result: {
//=   r: {
//=     destination: "/out",
//=     entries: [
//=       { path: "p", type: "directory", size: 0 },
//=       { path: "p/a.txt", type: "file", size: 5 },
//=       { path: "p/hollow", type: "directory", size: 0 },
//=       { path: "p/l", type: "symlink", size: 0, target: "a.txt" },
//=       { path: "p/s", type: "directory", size: 0 },
//=       { path: "p/s/b.txt", type: "file", size: 2 },
//=       { path: "p/s/e.txt", type: "file", size: 0 },
//=     ],
//=   },
//=   fs: {
//=     "/out": "<dir>",
//=     "/out/p": "<dir>",
//=     "/out/p/a.txt": "alpha",
//=     "/out/p/hollow": "<dir>",
//=     "/out/p/l": "-> a.txt",
//=     "/out/p/s": "<dir>",
//=     "/out/p/s/b.txt": "bb",
//=     "/out/p/s/e.txt": "",
//=   },
//= }
//= created: /out (- -> 0)
//= created: /out/p (- -> 0)
//= created: /out/p/a.txt (- -> 5)
//= created: /out/p/hollow (- -> 0)
//= created: /out/p/l (- -> 5)
//= created: /out/p/s (- -> 0)
//= created: /out/p/s/b.txt (- -> 2)
//= created: /out/p/s/e.txt (- -> 0)
