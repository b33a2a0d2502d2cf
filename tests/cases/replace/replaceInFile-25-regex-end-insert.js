//! [files]
//! "/a" = "abc"

async () => {
  const r = await state.replaceInFile("/a", "$", "!", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "abc!" }, file: "abc!" }
//= changed: /a (3 -> 4)
