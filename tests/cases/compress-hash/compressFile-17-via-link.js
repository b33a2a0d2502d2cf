//! [files]
//! "/f" = "x"
//! "/l" = { symlink = "f" }

async () => {
  const r = await state.compressFile("/l");
  return [r.destination, await state.exists("/l.gz")];
}

//= result: ["/l.gz", true]
//= created: /l.gz (- -> 21)
