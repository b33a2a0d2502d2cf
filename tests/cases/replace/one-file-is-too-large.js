//! [files]
//! "/a" = "x"
//! "/b" = "xxxx"
//! "/c" = "x"
//! [limits]
//! file_bytes = 10

async () => {
  //+ fails
  const before = await Promise.all(["/a", "/b", "/c"].map((path) => state.readFile(path)));
  const failed = await fails(() => state.replaceInFiles("/*", "x", "long"));
  const after = await Promise.all(["/a", "/b", "/c"].map((path) => state.readFile(path)));
  return { failed, same: JSON.stringify(before) === JSON.stringify(after) };
}

//= result: {
//=   failed: [
//=     "EFBIG",
//=     "EFBIG: file too large: 16 bytes, at most 10 are allowed, replaceInFiles '/b' (at \"/b\"; nothing was written)",
//=   ],
//=   same: true,
//= }
