//! [files]
//! "/a" = "foo foobar foo_ (foo)"

async () => {
  const r = await state.replaceInFile("/a", "foo", "x", { wholeWord: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 2, content: "x foobar foo_ (x)" }, file: "x foobar foo_ (x)" }
//= changed: /a (21 -> 17)
