//! [files]
//! "/a" = "a-b-c"

async () => {
  const r = await state.replaceInFile("/a", "-", "");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 2, content: "abc" }, file: "abc" }
//= changed: /a (5 -> 3)
