//! [files]
//! "/a.txt" = "año a Тест Т\n"

async () => {
  const found = await state.searchText("/a.txt", "a", { wholeWord: true });
  const cyrillic = await state.searchText("/a.txt", "Т", { wholeWord: true });
  await state.replaceInFile("/a.txt", "a", "one", { wholeWord: true });
  return [found.map((match) => match.column), cyrillic.map((match) => match.column), await state.readFile("/a.txt")];
}
//= result: [[5], [12], "año one Тест Т\n"]
//= changed: /a.txt (19 -> 21)
