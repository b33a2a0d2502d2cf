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
  return (await state.find("/", { mtimeAfter: "garbage", type: "file" })).map((e) => e.path);
}

//= throws: Error
//= message: EINVAL: "options.mtimeAfter" is no date: give a Date, milliseconds, or text such as "2025-01-31T12:00:00Z", find
//= code: EINVAL
//= at: 16:23
