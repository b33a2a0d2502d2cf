//! [files]
//! "/a" = "Foo foo FOO"

async () => {
  const r = await state.replaceInFile("/a", "foo", "x");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "Foo x FOO" }, file: "Foo x FOO" }
//= changed: /a (11 -> 9)
