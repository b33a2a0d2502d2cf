//! about = "Requires become imports, in a module that exports."
//! [files]
//! "/lib/a.js" = "'use strict';\nconst fs = require('fs');\nconst { join, resolve } = require(\"path\");\nconst helper = require('./helper');\n\nmodule.exports = function a() {\n  return join('x', helper());\n};\n"
//! "/lib/helper.js" = "module.exports = () => 'y';\n"

import fs from "node:fs/promises";
import path from "node:path";

async function convert(file: string): Promise<number> {
  let text = await fs.readFile(file, "utf8");
  let count = 0;
  text = text.replace(/^(?:const|let|var)\s+(\{[^}]+\}|\w+)\s*=\s*require\((['"])([^'"]+)\2\);?$/gm, (_all, names: string, _quote, from: string) => {
    count++;
    const target = from.startsWith(".") && !path.extname(from) ? `${from}.js` : from;
    return `import ${names} from '${target}';`;
  });
  text = text.replace(/^module\.exports\s*=\s*/m, "export default ");
  text = text.replace(/^'use strict';\n/, "");
  await fs.writeFile(file, text);
  return count;
}

const results: Record<string, number> = {};
for (const name of (await fs.readdir("/lib")).sort()) {
  results[name] = await convert(path.join("/lib", name));
}
console.log(await fs.readFile("/lib/a.js", "utf8"));
export default results;
//= result: { "a.js": 3, "helper.js": 0 }
//= console.log: "import fs from 'fs';\nimport { join, resolve } from 'path';\nimport helper from './helper.js';\n\nexport default function a() {\n  return join('x', helper());\n};\n"
//= changed: /lib/a.js (185 -> 157)
//= changed: /lib/helper.js (28 -> 26)
