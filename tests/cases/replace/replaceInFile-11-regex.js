//! [files]
//! "/a" = "a1 b22 c333"

async () => {
  const r = await state.replaceInFile("/a", "\\d+", "#", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 3, content: "a# b# c#" }, file: "a# b# c#" }
//= changed: /a (11 -> 8)
