//! [files]
//! "/o/one.txt/inner" = "x"
//! "/one.txt" = "1"

async () => {
  //+ value-or-code
  //+ everything
  await state.createArchive("/x.tar", ["/one.txt"]);
  const r = await E(() => state.extractArchive("/x.tar", "/o")); await state.rm("/x.tar");
  return { r, fs: await D("/o") };
}

//= result: { r: "E:EISDIR", fs: { "/o": "<dir>", "/o/one.txt": "<dir>", "/o/one.txt/inner": "x" } }
