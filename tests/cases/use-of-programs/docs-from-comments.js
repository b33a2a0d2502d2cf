//! about = "A table of functions from their comments."
//! [files]
//! "/src/math.js" = "/**\n * Adds two numbers.\n * @param {number} a The first.\n * @param {number} [b=0] The second.\n * @returns {number} Their sum.\n */\nexport function add(a, b = 0) {\n  return a + b;\n}\n\n/** Nothing | special. */\nexport const noop = () => {};\n"

async () => {
  const rows = [];
  for (const file of await state.glob("/src/**/*.js")) {
    const text = await state.readFile(file);
    const re = /\/\*\*([\s\S]*?)\*\/\s*export\s+(?:async\s+)?(?:function|const)\s+(\w+)/g;
    let m;
    while ((m = re.exec(text)) !== null) {
      const [, comment, name] = m;
      const clean = comment.split("\n").map((l) => l.replace(/^\s*\*? ?/, "").trim()).filter(Boolean);
      const params = clean.filter((l) => l.startsWith("@param")).map((l) => l.match(/@param\s+\{(.+?)\}\s+\[?(\w+)/)).map(([, type, p]) => `${p}: ${type}`);
      const returns = clean.find((l) => l.startsWith("@returns"))?.match(/\{(.+?)\}/)?.[1] ?? "void";
      rows.push(`| \`${name}(${params.join(", ")})\` | ${returns} | ${clean.filter((l) => !l.startsWith("@")).join(" ").replaceAll("|", "\\|")} |`);
    }
  }
  const md = ["# API", "", "| function | returns | |", "|---|---|---|", ...rows, ""].join("\n");
  await state.writeFile("/API.md", md);
  return md.split("\n");
}
//= result: [
//=   "# API",
//=   "",
//=   "| function | returns | |",
//=   "|---|---|---|",
//=   "| `add(a: number, b: number)` | number | Adds two numbers. |",
//=   "| `noop()` | void | Nothing \\| special. |",
//=   "",
//= ]
//= created: /API.md (- -> 149)
