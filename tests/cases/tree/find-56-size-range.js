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

async () => {
  return (await state.find("/", { sizeMin: 2, sizeMax: 4, type: "file" })).map((e) => e.path);
}

//= result: ["/README.md", "/docs/a.md", "/docs/b.txt", "/src/util/deep/z.json"]
