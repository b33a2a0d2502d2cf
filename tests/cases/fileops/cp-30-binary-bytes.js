//! [files]
//! "/b" = { bytes = [0, 255, 128] }

async () => {
  await state.cp("/b", "/c");
  return state.readFileBytes("/c");
}

//= result: bytes(00 ff 80)
//= created: /c (- -> 3)
