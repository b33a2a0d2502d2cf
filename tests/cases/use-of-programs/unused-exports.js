//! about = "Exports that no other file imports are listed."
//! [files]
//! "/src/a.js" = "export const used = 1;\nexport function unused() {}\nexport class Thing {}\n"
//! "/src/b.js" = "import { used, Thing as T } from './a.js';\nexport default used;\n"
//! "/src/c.js" = "import b from './b.js';\nexport const alone = b;\n"

async function findUnusedExports(root = "/src") {
  const files = await state.glob(`${root}/**/*.js`);
  const exported = new Map();
  const imported = new Set();
  await Promise.all(files.map(async (file) => {
    const source = await state.readFile(file);
    for (const [, name] of source.matchAll(/export (?:const|let|function|class)\s+(\w+)/g)) {
      exported.set(`${file}#${name}`, name);
    }
    for (const [, names] of source.matchAll(/import\s*\{([^}]*)\}/g)) {
      names.split(",").map((n) => n.trim().split(/\s+as\s+/)[0]).forEach((n) => imported.add(n));
    }
  }));
  return [...exported].filter(([, name]) => !imported.has(name)).map(([key]) => key).sort();
}
return { unused: await findUnusedExports() };
//= result: { unused: ["/src/a.js#unused", "/src/c.js#alone"] }
