//! [files]
//! "/src/a.js" = "import { x } from './old/util.js';\nexport const a = x;\n"
//! "/src/b/c.js" = "import y from '../old/util.js';\n// old/util.js stays in comments\n"
//! "/README.md" = "see src/old/util.js\n"

async () => {
  const touched = [];
  for (const path of (await state.glob('/src/**/*.js')).map((f) => f.path ?? f)) {
    const before = await state.readFile(path);
    const after = before.replace(/(from\s+['"][./]*)old\/util\.js/g, '$1lib/util.js');
    if (after === before) continue;
    await state.writeFile(path, after);
    touched.push({ path, lines: after.split('\n').filter((l, i) => l !== before.split('\n')[i]) });
  }
  return touched;
}

//= result: [
//=   { path: "/src/a.js", lines: ["import { x } from './lib/util.js';"] },
//=   { path: "/src/b/c.js", lines: ["import y from '../lib/util.js';"] },
//= ]
//= changed: /src/a.js (55 -> 55)
//= changed: /src/b/c.js (65 -> 65)
