//! [files]
//! "/a" = "a"

async () => {
  const r = await state.replaceInFile("/a", "a", "aaa");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "aaa" }, file: "aaa" }
//= changed: /a (1 -> 3)
