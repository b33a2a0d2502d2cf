//! [files]
//! "/f" = "hello world\n"

async () => {
  const a = await state.hashFile("/f"); await state.appendFile("/f", " ");
  return [a === (await state.hashFile("/f")), a.length];
}

//= result: [false, 64]
//= changed: /f (12 -> 13)
