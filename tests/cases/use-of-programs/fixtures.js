//! about = "A builder of fixtures, and their archive."

class Fixture {
  constructor(root) { this.root = root; this.files = {}; }
  file(name, content = "") { this.files[name] = typeof content === "string" ? content : JSON.stringify(content); return this; }
  dir(name, build) { const inner = build(new Fixture(`${this.root}/${name}`)); for (const [k, v] of Object.entries(inner.files)) this.files[`${name}/${k}`] = v; return this; }
  async write() { for (const [name, text] of Object.entries(this.files)) await state.writeFile(`${this.root}/${name}`, text); return Object.keys(this.files).length; }
}

async () => {
  const count = await new Fixture("/fixtures/app")
    .file("package.json", { name: "x" })
    .dir("src", (d) => d.file("a.js", "1;\n").dir("deep", (e) => e.file("b.js")))
    .write();
  const archive = await state.createArchive("/app.zip", "/fixtures/app");
  return { count, entries: archive.entries.filter((e) => e.type === "file").map((e) => e.path.split("/").slice(-2).join("/")).sort() };
}
//= result: { count: 3, entries: ["app/package.json", "deep/b.js", "src/a.js"] }
//= created: /app.zip (- -> 747)
//= created: /fixtures (- -> 0)
//= created: /fixtures/app (- -> 0)
//= created: /fixtures/app/package.json (- -> 12)
//= created: /fixtures/app/src (- -> 0)
//= created: /fixtures/app/src/a.js (- -> 3)
//= created: /fixtures/app/src/deep (- -> 0)
//= created: /fixtures/app/src/deep/b.js (- -> 0)
