//! [files]
//! "/a" = "abc\ndef"

async () => {
  const r = await state.replaceInFile("/a", "^", "// ", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 2, content: "// abc\n// def" }, file: "// abc\n// def" }
//= changed: /a (7 -> 13)
