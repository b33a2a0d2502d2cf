//! [files]
//! "/lib/x.js" = "export let x = 1;\nexport const up = () => { x += 1; };\nexport default 'd';"
//! "/lib/y.ts" = "import { x, up } from './x';\nexport function next(by: number): number { up(); return x + by; }"
//! "/lib/z.json" = "{ \"a\": [1] }"
//! "/dir/index.js" = "export * from '../lib/x.js';\nexport { next as after } from '../lib/y.js';"

import d, { x, up } from "/lib/x.js";
import * as all from "./dir";
import z from "./lib/z.json" with { type: "json" };
console.log(x, d, z.a[0], all.x);
up();
console.log(x, all.after(10), x, Object.keys(all).join());
return x;

//= result: 3
//= console.log: 1 d 1 1
//= console.log: 2 13 3 after,up,x
