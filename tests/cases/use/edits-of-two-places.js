//! [files]
//! "/a.js" = "const a = 1;\nconst b = 2;\n"

async () => {
  const { totalChanged, edits } = await state.applyEdits([
    { path: "/a.js", search: "const a", replacement: "let a" },
    { path: "/a.js", search: "const b", replacement: "let b" },
  ]);
  return [totalChanged, edits.length, await state.readFile("/a.js")];
}
//= result: [1, 1, "let a = 1;\nlet b = 2;\n"]
//= changed: /a.js (26 -> 22)
