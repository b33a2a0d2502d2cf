//+ files-packed

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", ["/one.txt"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out/")); await state.rm("/x.tar");
  return { r, fs: await D("/out/") };
}

//= result: {
//=   r: { destination: "/out/", entries: [{ path: "one.txt", type: "file", size: 1 }] },
//=   fs: { "/out": "<dir>", "/out/one.txt": "1" },
//= }
//= created: /out (- -> 0)
//= created: /out/one.txt (- -> 1)
