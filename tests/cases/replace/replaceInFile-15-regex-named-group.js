//! [files]
//! "/a" = "2024-05"

async () => {
  const r = await state.replaceInFile("/a", "(?<y>\\d+)-(?<m>\\d+)", "$<m>/$<y>", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "05/2024" }, file: "05/2024" }
//= changed: /a (7 -> 7)
