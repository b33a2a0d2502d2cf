//! [files]
//! "/a" = "😀"

async () => {
  const r = await state.replaceInFile("/a", ".", "x", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "x" }, file: "x" }
//= changed: /a (4 -> 1)
