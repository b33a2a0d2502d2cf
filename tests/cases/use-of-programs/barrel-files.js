//! about = "An index file is written for each folder with modules."
//! [files]
//! "/src/a/one.ts" = "export const one = 1;\n"
//! "/src/a/two.ts" = "export default 2;\n"
//! "/src/a/one.test.ts" = ""
//! "/src/b/x.ts" = "export type X = 1;\n"
//! "/src/b/index.ts" = "// old\n"
//! "/src/empty/.keep" = ""

async () => {
  const written = [];
  for (const entry of await state.readdirWithFileTypes("/src")) {
    if (entry.type !== "directory") continue;
    const dir = `/src/${entry.name}`;
    const names = (await state.readdir(dir)).filter((n) => n.endsWith(".ts") && n !== "index.ts" && !n.includes(".test.")).sort();
    if (names.length === 0) continue;
    const lines = [];
    for (const n of names) {
      const base = n.slice(0, -3);
      const source = await state.readFile(`${dir}/${n}`);
      lines.push(/export default/.test(source) ? `export { default as ${base} } from "./${base}";` : `export * from "./${base}";`);
    }
    await state.writeFile(`${dir}/index.ts`, lines.join("\n") + "\n");
    written.push(dir);
  }
  return { written, a: await state.readFile("/src/a/index.ts"), b: await state.readFile("/src/b/index.ts") };
}
//= result: {
//=   written: ["/src/a", "/src/b"],
//=   a: "export * from \"./one\";\nexport { default as two } from \"./two\";\n",
//=   b: "export * from \"./x\";\n",
//= }
//= created: /src/a/index.ts (- -> 63)
//= changed: /src/b/index.ts (7 -> 21)
