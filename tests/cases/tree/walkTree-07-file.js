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

async () => state.walkTree("/README.md")

//= result: { path: "/README.md", name: "README.md", type: "file", size: 4 }
