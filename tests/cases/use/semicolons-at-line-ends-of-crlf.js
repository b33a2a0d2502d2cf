//! [files]
//! "/a.js" = "let a = 1;\r\nlet b = 2;\r\n"

async () => {
  const found = await state.searchText("/a.js", ";$", { regex: true });
  const { replaced } = await state.replaceInFile("/a.js", ";$", "", { regex: true });
  return { lines: found.map((match) => match.lineText), replaced, text: await state.readFile("/a.js") };
}
//= result: { lines: ["let a = 1;", "let b = 2;"], replaced: 2, text: "let a = 1\r\nlet b = 2\r\n" }
//= changed: /a.js (24 -> 22)
