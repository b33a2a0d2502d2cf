//! [files]
//! "/f" = "hello world\n"

async () => {
  return Object.keys(await state.compressFile("/f")).sort();
}

//= result: ["bytesWritten", "destination", "path"]
//= created: /f.gz (- -> 32)
