//! about = "A text with line breaks is not found in a file of Windows, and that is told."
//! [files]
//! "/w.js" = "if (a) {\r\n  b();\r\n}\r\n"
//! "/u.js" = "if (a) {\n  b();\n}\n"

async () => {
  const block = "if (a) {\n  b();\n}";
  const one = await state.replaceInFile("/w.js", block, "b();");
  const all = await state.replaceInFiles("/*.js", block, "b();");
  const found = await state.searchText("/w.js", /\{\n/);
  const right = await state.replaceInFiles("/*.js", /if \(a\) \{\r?\n  b\(\);\r?\n\}/, "b();");
  return [one.replaced, all.files.map((f) => f.path), found.length, right.files.map((f) => f.path), await state.readFile("/w.js")];
}
//= result: [0, ["/u.js"], 0, ["/w.js"], "b();\r\n"]
//= console.warn: note: replaceInFile found nothing in 1 file whose lines end in \r\n, where the query has \n: '/w.js'; \r?\n in a regular expression is found in both
//= console.warn: note: replaceInFiles found nothing in 1 file whose lines end in \r\n, where the query has \n: '/w.js'; \r?\n in a regular expression is found in both
//= console.warn: note: searchText found nothing in 1 file whose lines end in \r\n, where the query has \n: '/w.js'; \r?\n in a regular expression is found in both
//= changed: /u.js (18 -> 5)
//= changed: /w.js (21 -> 6)
