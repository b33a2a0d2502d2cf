//! [files]
//! "/a" = "a\nb\nc"

async () => {
  const r = await state.replaceInFile("/a", "a\nb", "X");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "X\nc" }, file: "X\nc" }
//= changed: /a (5 -> 3)
