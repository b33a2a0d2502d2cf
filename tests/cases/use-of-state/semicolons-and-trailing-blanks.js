//! about = "Trailing blanks and missing semicolons, in files with both line ends."
//! [files]
//! "/s/win.js" = "let a = 1   \r\nlet b = 2;\t\r\n\r\n  \r\nf(a, b)"
//! "/s/unix.js" = "let a = 1   \nlet b = 2;\t\n\n  \nf(a, b)\n"

async () => {
  const blanks = await state.replaceInFiles("/s/*.js", "[ \\t]+$", "", { regex: true });
  const ends = await state.replaceInFiles("/s/*.js", /([^;\s])$/gm, "$1;");
  const lines = await state.searchFiles("/s/*.js", /^$/);
  return {
    counts: [blanks.totalReplacements, ends.totalReplacements],
    empty: lines.map(({ path, matches }) => [path, matches.map((m) => m.line)]),
    win: await state.readFile("/s/win.js"),
    unix: await state.readFile("/s/unix.js"),
  };
}
//= result: {
//=   counts: [6, 4],
//=   empty: [["/s/unix.js", [3, 4]], ["/s/win.js", [3, 4]]],
//=   win: "let a = 1;\r\nlet b = 2;\r\n\r\n\r\nf(a, b);",
//=   unix: "let a = 1;\nlet b = 2;\n\n\nf(a, b);\n",
//= }
//= changed: /s/unix.js (37 -> 33)
//= changed: /s/win.js (40 -> 36)
