//+ files-packed

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", ["/one.txt"]);
  const r = await E(() => state.extractArchive("/x.tar", "/p")); await state.rm("/x.tar");
  return { r, fs: await D("/p") };
}

//= result: {
//=   r: { destination: "/p", entries: [{ path: "one.txt", type: "file", size: 1 }] },
//=   fs: {
//=     "/p": "<dir>",
//=     "/p/a.txt": "alpha",
//=     "/p/hollow": "<dir>",
//=     "/p/l": "-> a.txt",
//=     "/p/one.txt": "1",
//=     "/p/s": "<dir>",
//=     "/p/s/b.txt": "bb",
//=     "/p/s/e.txt": "",
//=   },
//= }
//= created: /p/one.txt (- -> 1)
