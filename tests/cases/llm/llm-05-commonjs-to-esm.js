//! [files]
//! "/lib/a.js" = "const fs = require('fs');\nconst { join } = require('path');\nmodule.exports = { read };\nfunction read() {}\n"
//! "/lib/b.js" = "const a = require('./a');\nmodule.exports = a;\n"
//! "/lib/c.mjs" = "import x from 'x';\n"

async () => {
  const out = {};
  for (const p of await state.glob("/lib/*.js")) {
    let t = await state.readFile(p);
    t = t.replace(/const (\{[^}]+\}|\w+) = require\('([^']+)'\);/g, (_, names, mod) => `import ${names} from '${mod.startsWith(".") && !mod.endsWith(".js") ? mod + ".js" : mod}';`);
    t = t.replace(/module\.exports = /, "export default ");
    await state.writeFile(p, t);
    out[p] = t;
  }
  return out;
}

//= result: {
//=   "/lib/a.js": "import fs from 'fs';\nimport { join } from 'path';\nexport default { read };\nfunction read() {}\n",
//=   "/lib/b.js": "import a from './a.js';\nexport default a;\n",
//= }
//= changed: /lib/a.js (106 -> 94)
//= changed: /lib/b.js (46 -> 42)
