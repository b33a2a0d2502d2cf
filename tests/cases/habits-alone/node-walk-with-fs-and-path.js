//+ files-project

import * as fs from "node:fs/promises"; import * as path from "path";
async function walk(dir) { let out = []; for (const e of await fs.readdir(dir, { withFileTypes: true })) { const p = path.join(dir, e.name); if (e.isDirectory()) out = out.concat(await walk(p)); else out.push(p); } return out; }
return await walk("/src")
//= result: ["/src/app.ts", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"]
