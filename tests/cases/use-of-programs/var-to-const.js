//! about = "Each variable becomes const, or let where it is assigned again."
//! [files]
//! "/old.js" = "var a = 1;\nvar b = 2;\nb += a;\nfor (var i = 0; i < 3; i++) { var c = i; }\nvar s = 'var x = 1';\n"

async () => {
  const source = await state.readFile("/old.js");
  const declared = [...source.matchAll(/^\s*(?:for \()?.*?\bvar\s+(\w+)/gm)].map((m) => m[1]);
  const reassigned = new Set([...source.matchAll(/\b(\w+)\s*(?:\+\+|--|[+\-*\/]?=(?!=))/g)].map((m) => m[1]).filter((name, i, all) => all.indexOf(name) !== i || /\+\+|\+=/.test(source.slice(source.indexOf(name + "+")).slice(0, name.length + 3))));
  const out = source.replace(/(^|[;{(]\s*)var\s+(\w+)/gm, (all, lead, name) => `${lead}${reassigned.has(name) ? "let" : "const"} ${name}`);
  await state.writeFile("/old.js", out);
  return { declared, reassigned: [...reassigned], out };
}
//= result: {
//=   declared: ["a", "b", "i", "s"],
//=   reassigned: ["b", "i"],
//=   out: "const a = 1;\nlet b = 2;\nb += a;\nfor (let i = 0; i < 3; i++) { const c = i; }\nconst s = 'var x = 1';\n",
//= }
//= changed: /old.js (94 -> 100)
