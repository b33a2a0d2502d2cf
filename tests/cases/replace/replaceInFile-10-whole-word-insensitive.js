//! [files]
//! "/a" = "Foo foobar FOO"

async () => {
  const r = await state.replaceInFile("/a", "foo", "x", { wholeWord: true, caseSensitive: false });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 2, content: "x foobar x" }, file: "x foobar x" }
//= changed: /a (14 -> 10)
