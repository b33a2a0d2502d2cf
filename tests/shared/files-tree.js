//! [files]
//! "/README.md" = "# R\n"
//! "/dang" = { symlink = "gone" }
//! "/docs/a.md" = "aa"
//! "/docs/b.txt" = "bbbb"
//! "/hollow" = { dir = true }
//! "/l" = { symlink = "/README.md" }
//! "/ld" = { symlink = "/src" }
//! "/src/empty.ts" = ""
//! "/src/index.ts" = "export {}\n"
//! "/src/util/.hid" = "h"
//! "/src/util/deep/z.json" = "{}"
//! "/src/util/math.ts" = "12345"
