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

async () => state.summarizeTree("/", { maxDepth: 1 })

//= result: { files: 1, directories: 4, symlinks: 3, totalBytes: 4, maxDepth: 1 }
