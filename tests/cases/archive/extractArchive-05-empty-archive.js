//+ files-packed

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", []);
  const r = await E(() => state.extractArchive("/x.tar", "/p/s")); await state.rm("/x.tar");
  return { r, fs: await D("/p/s") };
}

//= result: {
//=   r: { destination: "/p/s", entries: [] },
//=   fs: { "/p/s": "<dir>", "/p/s/b.txt": "bb", "/p/s/e.txt": "" },
//= }
