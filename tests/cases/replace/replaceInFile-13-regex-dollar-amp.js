//! [files]
//! "/a" = "abc"

async () => {
  const r = await state.replaceInFile("/a", "b", "[$&]", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "a[b]c" }, file: "a[b]c" }
//= changed: /a (3 -> 5)
