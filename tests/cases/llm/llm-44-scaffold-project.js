async () => {
  const files = { "package.json": null, "src/index.js": 'export const hello = () => "hi";\n', "test/index.test.js": 'import { hello } from "../src/index.js";\n', ".gitignore": "node_modules\ndist\n", "README.md": "# new-app\n" };
  for (const [name, content] of Object.entries(files)) {
    const p = await state.resolvePath("/work/new-app", name);
    if (content === null) await state.writeJson(p, { name: "new-app", type: "module", version: "0.0.1" });
    else await state.writeFile(p, content);
  }
  const tree = await state.walkTree("/work/new-app");
  return { top: tree.children.map((c) => `${c.type[0]} ${c.name}`), sum: await state.summarizeTree("/work/new-app"), ignored: (await state.readFile("/work/new-app/.gitignore")).trim().split("\n") };
}

//= result: {
//=   top: ["f .gitignore", "f README.md", "f package.json", "d src", "d test"],
//=   sum: { files: 5, directories: 3, symlinks: 0, totalBytes: 168, maxDepth: 2 },
//=   ignored: ["node_modules", "dist"],
//= }
//= created: /work (- -> 0)
//= created: /work/new-app (- -> 0)
//= created: /work/new-app/.gitignore (- -> 18)
//= created: /work/new-app/README.md (- -> 10)
//= created: /work/new-app/package.json (- -> 66)
//= created: /work/new-app/src (- -> 0)
//= created: /work/new-app/src/index.js (- -> 33)
//= created: /work/new-app/test (- -> 0)
//= created: /work/new-app/test/index.test.js (- -> 41)
