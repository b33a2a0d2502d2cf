//! about = "A file that is patched or outlined is paid for as one that is read or written."
//! [limits]
//! io_bytes = 3000
//! [files]
//! "/a" = "0123456789012345678901234567890123456789\n"

async () => {
  for (let n = 0; ; n++) {
    await state.outline("/a");
    await state.applyPatch(`--- a\n+++ a\n@@ -1 +1,2 @@\n 0123456789012345678901234567890123456789\n+${n}\n`);
  }
}
//= limit: io
//= message: the program read or wrote more than 3000 bytes: narrow what it reads, or raise the limit of bytes
//= changed: /a (41 -> 97)
