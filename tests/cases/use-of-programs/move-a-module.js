//! about = "A module moves, and the imports of both sides follow."
//! [files]
//! "/src/utils/date.ts" = "import { pad } from './pad';\nexport const iso = (y: number) => pad(y);\n"
//! "/src/utils/pad.ts" = "export const pad = (x: number) => String(x).padStart(4, '0');\n"
//! "/src/main.ts" = "import { iso } from './utils/date';\nimport fs from 'fs';\nconsole.log(iso(7), fs);\n"

const path = require("path");

async () => {
  const from = "/src/utils/date.ts";
  const to = "/src/core/time/date.ts";
  const strip = (file) => file.replace(/\.ts$/, "");
  const relative = (dir, target) => {
    const rel = path.relative(dir, strip(target));
    return rel.startsWith(".") ? rel : `./${rel}`;
  };
  await state.mkdir(path.dirname(to), { recursive: true });
  await state.mv(from, to);
  for (const file of await state.glob("/src/**/*.ts")) {
    const source = await state.readFile(file);
    const was = file === to ? from : file;
    const updated = source.replace(/(from\s+['"])(\.[^'"]+)(['"])/g, (all, head, spec, tail) => {
      const target = path.resolve(path.dirname(was), spec) + ".ts";
      const now = target === from ? to : target;
      return head + relative(path.dirname(file), now) + tail;
    });
    if (updated !== source) await state.writeFile(file, updated);
  }
  return Object.fromEntries(await Promise.all((await state.glob("/src/**/*.ts")).map(async (f) => [f, (await state.readFile(f)).split("\n")[0]])));
}
//= result: {
//=   "/src/core/time/date.ts": "import { pad } from '../../utils/pad';",
//=   "/src/main.ts": "import { iso } from './core/time/date';",
//=   "/src/utils/pad.ts": "export const pad = (x: number) => String(x).padStart(4, '0');",
//= }
//= created: /src/core (- -> 0)
//= created: /src/core/time (- -> 0)
//= created: /src/core/time/date.ts (- -> 81)
//= changed: /src/main.ts (82 -> 86)
//= deleted: /src/utils/date.ts (71 -> -)
