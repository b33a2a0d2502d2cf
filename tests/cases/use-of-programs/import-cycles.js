//! about = "Circles of imports, by a search in depth."
//! [files]
//! "/src/a.js" = "import './b.js';"
//! "/src/b.js" = "import x from \"./c.js\";"
//! "/src/c.js" = "import('./a.js'); import './d.js';"
//! "/src/d.js" = "export {};"

class Graph {
  edges = new Map();
  add(from, to) { if (!this.edges.has(from)) this.edges.set(from, []); this.edges.get(from).push(to); }
  *cycles() {
    const done = new Set();
    const visit = function* (node, stack) {
      const at = stack.indexOf(node);
      if (at >= 0) { yield stack.slice(at); return; }
      if (done.has(node)) return;
      for (const next of this.edges.get(node) ?? []) yield* visit.call(this, next, [...stack, node]);
      done.add(node);
    };
    for (const node of this.edges.keys()) yield* visit.call(this, node, []);
  }
}

async function main() {
  const graph = new Graph();
  for (const file of await state.glob("/src/*.js")) {
    const source = await state.readFile(file);
    for (const [, spec] of source.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      graph.add(file, await state.resolvePath("/src", spec));
    }
  }
  const cycles = [...graph.cycles()];
  if (cycles.length > 0) console.warn(`${cycles.length} cycle(s) found`);
  return cycles;
}
main();
//= result: [["/src/a.js", "/src/b.js", "/src/c.js"]]
//= console.warn: 1 cycle(s) found
