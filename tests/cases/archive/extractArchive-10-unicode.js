//! [files]
//! "/ф/日本.txt" = "é😀"

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", ["/ф"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out")); await state.rm("/x.tar");
  return { r, fs: await D("/out") };
}

//= result: {
//=   r: {
//=     destination: "/out",
//=     entries: [
//=       { path: "ф", type: "directory", size: 0 },
//=       { path: "ф/日本.txt", type: "file", size: 6 },
//=     ],
//=   },
//=   fs: { "/out": "<dir>", "/out/ф": "<dir>", "/out/ф/日本.txt": "é😀" },
//= }
//= created: /out (- -> 0)
//= created: /out/ф (- -> 0)
//= created: /out/ф/日本.txt (- -> 6)
