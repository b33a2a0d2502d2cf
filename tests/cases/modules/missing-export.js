//! [files]
//! "/lib/one.js" = "export const yes = 1;"

import { yes, no } from "/lib/one.js";
return [yes, no];

//= throws: SyntaxError
//= message: The requested module '/lib/one.js' does not provide an export named 'no'; it exports yes
//= at: 4:15
