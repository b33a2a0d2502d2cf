//! about = "Comments over several lines are found by searches, as they are replaced."
//! [files]
//! "/src/a.ts" = "/** one\r\n * @deprecated use b\r\n */\r\nexport function a() {}\r\n\r\n/* short */\r\n"
//! "/src/b.ts" = "/**\n * two\n */\nexport function b() {}\n"

async () => {
  const comments = await state.searchFiles("/src/*.ts", /\/\*[\s\S]*?\*\//);
  const deprecated = await state.searchFiles("/src/*.ts", "/\\*\\*[^]*?@deprecated[^]*?\\*/", { regex: true });
  const before = comments.map(({ path, matches }) => [path, matches.map((m) => [m.line, m.column, m.lineText, m.match.length])]);
  const { totalReplacements } = await state.replaceInFiles("/src/*.ts", /\/\*[\s\S]*?\*\/\r?\n/g, "");
  return { before, deprecated: deprecated.map((f) => f.path), totalReplacements, a: await state.readFile("/src/a.ts") };
}
//= result: {
//=   before: [
//=     ["/src/a.ts", [[1, 1, "/** one", 34], [6, 1, "/* short */", 11]]],
//=     ["/src/b.ts", [[1, 1, "/**", 14]]],
//=   ],
//=   deprecated: ["/src/a.ts"],
//=   totalReplacements: 3,
//=   a: "export function a() {}\r\n\r\n",
//= }
//= changed: /src/a.ts (75 -> 26)
//= changed: /src/b.ts (38 -> 23)
