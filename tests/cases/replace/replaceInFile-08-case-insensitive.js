//! [files]
//! "/a" = "Foo foo FOO"

async () => {
  const r = await state.replaceInFile("/a", "foo", "x", { caseSensitive: false });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 3, content: "x x x" }, file: "x x x" }
//= changed: /a (11 -> 5)
