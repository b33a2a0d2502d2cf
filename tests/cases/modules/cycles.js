//! [files]
//! "/a.js" = "import { b } from './b.js'; import './x.js'; console.log('a'); export const a = () => 'a';"
//! "/b.js" = "import { a } from './a.js'; console.log('b'); export const b = () => a();\ntry { a(); } catch (error) { console.log(error.message); }"
//! "/x.js" = "console.log('x'); await 1; console.log('x after');"

import { a } from "./a.js";
import { b } from "./b.js";
return `${a()}${b()}`;

//= result: "aa"
//= console.log: b
//= console.log: Cannot access 'a' before initialization
//= console.log: x
//= console.log: x after
//= console.log: a
