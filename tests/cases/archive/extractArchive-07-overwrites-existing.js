//! [files]
//! "/o/keep" = "k"
//! "/o/one.txt" = "old"
//! "/one.txt" = "new"

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", ["/one.txt"]);
  const r = await E(() => state.extractArchive("/x.tar", "/o")); await state.rm("/x.tar");
  return { r, fs: await D("/o") };
}

//= result: {
//=   r: { destination: "/o", entries: [{ path: "one.txt", type: "file", size: 3 }] },
//=   fs: { "/o": "<dir>", "/o/keep": "k", "/o/one.txt": "new" },
//= }
//= changed: /o/one.txt (3 -> 3)
