//! about = "Functions move from one module to another; imports follow in all files."
//! [files]
//! "/src/utils.js" = "export function slug(s) {\n  return s.toLowerCase();\n}\n\nexport function clamp(n, lo, hi) {\n  return Math.min(hi, Math.max(lo, n));\n}\n"
//! "/src/a.js" = "import { slug, clamp } from './utils.js';\nslug('A'); clamp(1, 0, 2);\n"
//! "/src/deep/b.js" = "import { clamp } from \"../utils.js\";\nclamp(5, 0, 2);\n"
//! "/src/deep/c.js" = "import * as utils from '../utils.js';\nutils.clamp(1, 2, 3);\n"

async () => {
  const name = "clamp";
  const source = await state.readFile("/src/utils.js");
  const match = new RegExp(`\\n?export function ${name}\\([\\s\\S]*?\\n}\\n`).exec(source);
  await state.applyEdits([
    { path: "/src/utils.js", content: source.replace(match[0], "") },
    { path: "/src/math.js", content: match[0].trimStart() },
  ]);
  const touched = [];
  for (const file of await state.glob("/src/**/*.js", { exclude: ["utils.js", "math.js"] })) {
    const text = await state.readFile(file);
    const next = text.replace(/import \{([^}]+)\} from (["'])([^"']*)utils\.js\2;?/g, (all, list, quote, dir) => {
      const names = list.split(",").map((n) => n.trim());
      if (!names.includes(name)) return all;
      const rest = names.filter((n) => n !== name);
      const lines = [`import { ${name} } from ${quote}${dir}math.js${quote};`];
      if (rest.length) lines.unshift(`import { ${rest.join(", ")} } from ${quote}${dir}utils.js${quote};`);
      return lines.join("\n");
    });
    if (next !== text) { await state.writeFile(file, next); touched.push(file); }
    else if (/utils\.clamp/.test(text)) touched.push(`${file} by hand`);
  }
  const { clamp } = await import("/src/math.js");
  return { touched, a: await state.readFile("/src/a.js"), math: await state.readFile("/src/math.js"), works: clamp(9, 0, 2) };
}
//= result: {
//=   touched: ["/src/a.js", "/src/deep/b.js", "/src/deep/c.js by hand"],
//=   a: "import { slug } from './utils.js';\nimport { clamp } from './math.js';\nslug('A'); clamp(1, 0, 2);\n",
//=   math: "export function clamp(n, lo, hi) {\n  return Math.min(hi, Math.max(lo, n));\n}\n",
//=   works: 2,
//= }
//= created: /src/math.js (- -> 77)
//= changed: /src/a.js (69 -> 97)
//= changed: /src/deep/b.js (53 -> 52)
//= changed: /src/utils.js (132 -> 54)
