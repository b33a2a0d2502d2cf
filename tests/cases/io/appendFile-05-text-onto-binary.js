//! [files]
//! "/b" = { bytes = [255, 254] }

async () => {
  await state.appendFile("/b", "A");
  return state.readFileBytes("/b");
}

//= result: bytes(ff fe 41)
//= changed: /b (2 -> 3)
