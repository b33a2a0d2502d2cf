//! [files]
//! "/a" = "a,b"

async () => {
  const r = await state.replaceInFile("/a", ",", "\n");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "a\nb" }, file: "a\nb" }
//= changed: /a (3 -> 3)
