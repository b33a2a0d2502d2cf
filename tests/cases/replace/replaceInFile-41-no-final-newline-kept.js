//! [files]
//! "/a" = "a\nb"

async () => {
  const r = await state.replaceInFile("/a", "b", "c");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "a\nc" }, file: "a\nc" }
//= changed: /a (3 -> 3)
