//! about = "A replacement over files of other encodings says which it passed over."
//! [files]
//! "/t/utf8.txt" = "caf\u00e9 costs 3\n"
//! "/t/latin.txt" = { bytes = [99, 97, 102, 233, 32, 99, 111, 115, 116, 115, 32, 51, 10] }
//! "/t/wide.txt" = { bytes = [255, 254, 99, 0, 97, 0, 102, 0, 233, 0, 10, 0] }
//! "/t/blob.bin" = { bytes = [0, 1, 2, 3] }

async () => {
  const changed = await state.replaceInFiles("/t/*", "costs", "is");
  const found = await state.searchFiles("/t/*", "caf\u00e9");
  return [changed.files.map((f) => f.path), found.map((f) => f.path)];
}
//= result: [["/t/utf8.txt"], ["/t/utf8.txt"]]
//= console.warn: note: replaceInFiles passed over 3 files that are not text (a NUL byte, or not UTF-8): '/t/blob.bin', '/t/latin.txt', '/t/wide.txt'
//= console.warn: note: searchFiles may have missed matches in 2 files that are not text (a NUL byte, or not UTF-8): '/t/latin.txt', '/t/wide.txt'
//= changed: /t/utf8.txt (14 -> 11)
