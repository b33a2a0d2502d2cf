//! [files]
//! "/a.md" = "one\n\ntwo\n"

async () => {
  const { replaced, content } = await state.replaceInFile("/a.md", "^", "> ", { regex: true });
  return { replaced, content };
}
//= result: { replaced: 3, content: "> one\n> \n> two\n" }
//= changed: /a.md (9 -> 15)
