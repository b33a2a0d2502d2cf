//! [files]
//! "/a" = "text"

async () => {
  await state.writeFileBytes("/a", new Uint8Array([65, 66]));
  return state.readFile("/a");
}

//= result: "AB"
//= changed: /a (4 -> 2)
