//! [files]
//! "/f" = "new"
//! "/f.gz" = "old text"

async () => {
  await state.compressFile("/f"); await state.decompressFile("/f.gz", "/o");
  return state.readFile("/o");
}

//= result: "new"
//= created: /o (- -> 3)
//= changed: /f.gz (8 -> 23)
