//! [files]
//! "/lib/slug.js" = "export const slug = 1;"
//! "/lib/words.js" = "export const words = 1;"

import { slug } from "/lib/slugs.js";
return slug;

//= throws: Error
//= message: Cannot find module '/lib/slugs.js': there is no /lib/slugs.js; /lib has slug.js, words.js; slug.js may be meant
//= code: MODULE_NOT_FOUND
//= at: 5:22
