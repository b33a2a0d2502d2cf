//! [files]
//! "/a" = "ABC abc"

async () => {
  const r = await state.replaceInFile("/a", "[a-b]+", "_", { regex: true, caseSensitive: false });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 2, content: "_C _c" }, file: "_C _c" }
//= changed: /a (7 -> 5)
