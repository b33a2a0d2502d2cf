//! about = "Imports are sorted by kind and name; what follows stays."
//! [files]
//! "/a.ts" = "import z from './z';\nimport React from 'react';\nimport { b, a } from '../b';\nimport fs from 'node:fs';\n\nexport const x = 1;\nimport late from 'late';\n"

interface Line { text: string; spec: string; rank: number }

const rank = (spec: string): number => (spec.startsWith("node:") ? 0 : spec.startsWith("..") ? 2 : spec.startsWith(".") ? 3 : 1);

export default async function sortImports() {
  const source = await state.readFile("/a.ts");
  const lines = source.split("\n");
  const end = lines.findIndex((line) => !/^import\s/.test(line));
  const head: Line[] = lines.slice(0, end).map((text) => {
    const spec = /from\s+['"](.+?)['"]/.exec(text)![1];
    return { text: text.replace(/\{\s*(.*?)\s*\}/, (_m, names) => `{ ${names.split(",").map((n: string) => n.trim()).sort().join(", ")} }`), spec, rank: rank(spec) };
  });
  head.sort((l, r) => l.rank - r.rank || l.spec.localeCompare(r.spec));
  await state.writeFile("/a.ts", [...head.map((l) => l.text), ...lines.slice(end)].join("\n"));
  return (await state.readFile("/a.ts")).split("\n");
}
//= result: [
//=   "import fs from 'node:fs';",
//=   "import React from 'react';",
//=   "import { a, b } from '../b';",
//=   "import z from './z';",
//=   "",
//=   "export const x = 1;",
//=   "import late from 'late';",
//=   "",
//= ]
//= changed: /a.ts (149 -> 149)
