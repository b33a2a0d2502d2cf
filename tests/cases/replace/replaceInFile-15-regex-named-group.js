//! [files]
//! "/a" = "2024-05"

async () => {
  const r = await state.replaceInFile("/a", "(?<y>\\d+)-(?<m>\\d+)", "$<m>/$<y>", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "$<m>/$<y>" }, file: "$<m>/$<y>" }
//= changed: /a (7 -> 9)
