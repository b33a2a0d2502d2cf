//! [files]
//! "/a" = "abc\ndef"

async () => {
  const r = await state.replaceInFile("/a", "^", "// ", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 1, content: "// abc\ndef" }, file: "// abc\ndef" }
//= changed: /a (7 -> 10)
