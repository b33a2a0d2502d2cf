//! about = "A risky change is checked, and taken back when the check fails."
//! [files]
//! "/lib/a.js" = "var x = 1;\nvar y = x;\nx = 2;\n"
//! "/lib/b.js" = "var z = 1;\n"

async () => {
  const mark = await state.checkpoint("before-const");
  const result = await state.replaceInFiles("/lib/*.js", /\bvar\b/g, "const");
  await state.writeFile("/lib/new.js", "n");
  await state.rm("/lib/b.js");
  const broken = [];
  for (const { path } of result.files) {
    if (!(await state.exists(path))) continue;
    const text = await state.readFile(path);
    for (const [, name] of text.matchAll(/const (\w+)/g)) {
      if (new RegExp(`^${name} = `, "m").test(text)) broken.push(`${path}: ${name}`);
    }
  }
  if (broken.length === 0) return "kept";
  const { created, changed, deleted } = await state.restore(mark);
  return { broken, created, changed, deleted, a: await state.readFile("/lib/a.js"), files: await state.readdir("/lib") };
}
//= result: {
//=   broken: ["/lib/a.js: x"],
//=   created: ["/lib/b.js"],
//=   changed: ["/lib/a.js"],
//=   deleted: ["/lib/new.js"],
//=   a: "var x = 1;\nvar y = x;\nx = 2;\n",
//=   files: ["a.js", "b.js"],
//= }
//= created: /.checkpoints (- -> 0)
//= created: /.checkpoints/before-const (- -> 9)
