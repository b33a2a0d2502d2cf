//! about = "Nothing is found between a return and its line break, or behind the last line end."
//! [files]
//! "/crlf" = "ab\r\n\r\nc\r\n"
//! "/lf" = "ab\n\nc"
//! "/empty" = ""

async () => {
  const out = {};
  for (const path of ["/crlf", "/lf", "/empty"]) {
    for (const query of [".*", "x*", "(?=)", "(?!.)"]) {
      const text = await state.readFile(path);
      const found = await state.searchText(path, query, { regex: true });
      const { replaced, content } = await state.replaceInFile(path, query, "<$&>", { regex: true });
      out[`${path} ${query}`] = [found.length, replaced, content];
      await state.writeFile(path, text);
    }
  }
  // A RegExp keeps JavaScript's meaning.
  out.expression = (await state.replaceInFile("/lf", /x*$/, "!")).content;
  return out;
}
//= result: {
//=   "/crlf .*": [5, 5, "<ab><>\r\n<>\r\n<c><>\r\n"],
//=   "/crlf x*": [6, 6, "<>a<>b<>\r\n<>\r\n<>c<>\r\n"],
//=   "/crlf (?=)": [6, 6, "<>a<>b<>\r\n<>\r\n<>c<>\r\n"],
//=   "/crlf (?!.)": [3, 3, "ab<>\r\n<>\r\nc<>\r\n"],
//=   "/lf .*": [5, 5, "<ab><>\n<>\n<c><>"],
//=   "/lf x*": [6, 6, "<>a<>b<>\n<>\n<>c<>"],
//=   "/lf (?=)": [6, 6, "<>a<>b<>\n<>\n<>c<>"],
//=   "/lf (?!.)": [3, 3, "ab<>\n<>\nc<>"],
//=   "/empty .*": [1, 1, "<>"],
//=   "/empty x*": [1, 1, "<>"],
//=   "/empty (?=)": [1, 1, "<>"],
//=   "/empty (?!.)": [1, 1, "<>"],
//=   expression: "ab\n\nc!",
//= }
//= changed: /lf (5 -> 6)
