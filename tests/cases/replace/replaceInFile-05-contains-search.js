//! [files]
//! "/a" = "a"

async () => {
  const r = await state.replaceInFile("/a", "a", "aa");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "aa" }, file: "aa" }
//= changed: /a (1 -> 2)
