//! [files]
//! "/a" = "x"
//! "/b" = "xx"
//! [limits]
//! quota_bytes = 10

async () => {
  //+ fails
  const failed = await fails(() => state.replaceInFiles("/*", "x", "longer"));
  const kept = await fails(() => state.replaceInFiles("/*", "x", "longer", { rollbackOnError: false }));
  return { failed, kept, files: [await state.readFile("/a"), await state.readFile("/b")] };
}

//= result: {
//=   failed: [
//=     "ENOSPC",
//=     "ENOSPC: no space left: the workspace would hold 18 bytes, at most 10 are allowed, replaceInFiles (at \"/b\"; nothing was written)",
//=   ],
//=   kept: [
//=     "ENOSPC",
//=     "ENOSPC: no space left: the workspace would hold 18 bytes, at most 10 are allowed, replaceInFiles (at \"/b\"; nothing was written)",
//=   ],
//=   files: ["x", "xx"],
//= }
