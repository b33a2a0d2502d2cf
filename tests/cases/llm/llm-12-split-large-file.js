//! [files]
//! "/big.md" = "# One\na\nb\n# Two\nc\n# Three\n"

async () => {
  const text = await state.readFile("/big.md");
  const parts = text.split(/^(?=# )/m).filter(Boolean);
  for (const part of parts) {
    const title = part.match(/^# (.+)/)[1].toLowerCase();
    await state.writeFile(`/parts/${title}.md`, part);
  }
  const index = (await state.readdir("/parts")).map((n) => `* [${n.replace(".md", "")}](parts/${n})`).join("\n");
  await state.writeFile("/index.md", index + "\n");
  return { index, tree: (await state.walkTree("/parts")).children.map((c) => [c.name, c.size]) };
}

//= result: {
//=   index: "* [one](parts/one.md)\n* [three](parts/three.md)\n* [two](parts/two.md)",
//=   tree: [["one.md", 10], ["three.md", 8], ["two.md", 8]],
//= }
//= created: /index.md (- -> 70)
//= created: /parts (- -> 0)
//= created: /parts/one.md (- -> 10)
//= created: /parts/three.md (- -> 8)
//= created: /parts/two.md (- -> 8)
