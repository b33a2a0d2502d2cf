//! [files]
//! "/s/a.js" = "a();\n  console.log('x');\nb();\nconsole.log(\"y\", z);\n"
//! "/s/b.js" = "console.error('keep');\n"

async () => {
  const r = await state.replaceInFiles("/s/*.js", "^[ \\t]*console\\.log\\(.*\\);?\\n", "", { regex: true });
  const viaCode = [];
  for (const p of await state.glob("/s/*.js")) {
    const lines = (await state.readFile(p)).split("\n").filter((l) => !/^\s*console\.log\(/.test(l));
    await state.writeFile(p, lines.join("\n"));
    viaCode.push([p, lines]);
  }
  return { byReplaceInFiles: r.totalReplacements, viaCode };
}

//= result: {
//=   byReplaceInFiles: 2,
//=   viaCode: [["/s/a.js", ["a();", "b();", ""]], ["/s/b.js", ["console.error('keep');", ""]]],
//= }
//= changed: /s/a.js (51 -> 10)
