//! [files]
//! "/a" = "a\r\nb\r\na\r\n"

async () => {
  const r = await state.replaceInFile("/a", "a", "x");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 2, content: "x\r\nb\r\nx\r\n" }, file: "x\r\nb\r\nx\r\n" }
//= changed: /a (9 -> 9)
