//! [files]
//! "/f" = "hello world\n"

async () => {
  const p = "/f"; const before = await state.readFileBytes(p); const z = await state.compressFile(p, "/z.gz"); const d = await state.decompressFile("/z.gz", "/back"); const after = await state.readFileBytes("/back");
  return { z: [z.path, z.destination, z.bytesWritten === (await state.stat("/z.gz")).size], d, same: before.length === after.length && before.every((x, i) => x === after[i]), n: after.length };
}

//= result: {
//=   z: ["/f", "/z.gz", true],
//=   d: { path: "/z.gz", destination: "/back", bytesWritten: 12 },
//=   same: true,
//=   n: 12,
//= }
//= created: /back (- -> 12)
//= created: /z.gz (- -> 32)
