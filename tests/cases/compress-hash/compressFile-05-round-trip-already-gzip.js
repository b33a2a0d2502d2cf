//! [files]
//! "/f" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 87, 40, 207, 47, 202, 73, 225, 2, 0, 45, 59, 8, 175, 12, 0, 0, 0] }

async () => {
  const p = "/f"; const before = await state.readFileBytes(p); const z = await state.compressFile(p, "/z.gz"); const d = await state.decompressFile("/z.gz", "/back"); const after = await state.readFileBytes("/back");
  return { z: [z.path, z.destination, z.bytesWritten === (await state.stat("/z.gz")).size], d, same: before.length === after.length && before.every((x, i) => x === after[i]), n: after.length };
}

//= result: {
//=   z: ["/f", "/z.gz", true],
//=   d: { path: "/z.gz", destination: "/back", bytesWritten: 32 },
//=   same: true,
//=   n: 32,
//= }
//= created: /back (- -> 32)
//= created: /z.gz (- -> 48)
