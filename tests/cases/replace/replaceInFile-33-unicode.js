//! [files]
//! "/a" = "naïve 世界 😀😀"

async () => {
  const r = await state.replaceInFile("/a", "😀", "🎉");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 2, content: "naïve 世界 🎉🎉" }, file: "naïve 世界 🎉🎉" }
//= changed: /a (22 -> 22)
