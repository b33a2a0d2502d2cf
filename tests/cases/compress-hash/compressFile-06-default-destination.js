//! [files]
//! "/f" = "hello world\n"

async () => {
  const r = await state.compressFile("/f");
  return [r.path, r.destination, await state.exists("/f"), await state.exists("/f.gz")];
}

//= result: ["/f", "/f.gz", true, true]
//= created: /f.gz (- -> 32)
