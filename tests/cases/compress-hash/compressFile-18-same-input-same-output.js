//! [files]
//! "/f" = "hello world\n"

async () => {
  await state.compressFile("/f", "/1"); await state.compressFile("/f", "/2");
  return (await state.hashFile("/1")) === (await state.hashFile("/2"));
}

//= result: true
//= created: /1 (- -> 32)
//= created: /2 (- -> 32)
