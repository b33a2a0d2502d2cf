//! [limits]
//! file_bytes = 1000

async () => {
  //+ fails
  await state.writeFile("/a", "x".repeat(1000));
  await state.compressFile("/a");
  await state.rm("/a");
  const at = await fails(() => state.decompressFile("/a.gz"));
  const gz = await state.readFileBytes("/a.gz");
  await state.writeFileBytes("/b.gz", Uint8Array.from([...gz, ...gz]));
  const past = await fails(() => state.decompressFile("/b.gz"));
  await state.writeFileBytes("/c.gz", gz.slice(0, -3));
  await state.writeFileBytes("/d.gz", Uint8Array.from([...gz, 1, 2, 3]));
  await state.writeFileBytes("/e.gz", gz.map((byte, at) => (at === gz.length - 6 ? byte ^ 1 : byte)));
  return [at, past, await fails(() => state.decompressFile("/c.gz")), await fails(() => state.decompressFile("/d.gz")), await fails(() => state.decompressFile("/e.gz")), await state.readdir("/")];
}

//= result: [
//=   { path: "/a.gz", destination: "/a", bytesWritten: 1000 },
//=   [
//=     "EFBIG",
//=     "EFBIG: the gzip data becomes larger than the 1000 bytes allowed, decompressFile '/b.gz'",
//=   ],
//=   ["EBADMSG", "cannot decompress '/c.gz': the gzip data is damaged or cut off"],
//=   [
//=     "EBADMSG",
//=     "cannot decompress '/d.gz': the gzip data ends 3 bytes before the file does, and what follows is neither gzip data nor zeros",
//=   ],
//=   ["EBADMSG", "cannot decompress '/e.gz': the gzip data is damaged or cut off"],
//=   ["a", "a.gz", "b.gz", "c.gz", "d.gz", "e.gz"],
//= ]
//= created: /a (- -> 1000)
//= created: /a.gz (- -> 35)
//= created: /b.gz (- -> 70)
//= created: /c.gz (- -> 32)
//= created: /d.gz (- -> 38)
//= created: /e.gz (- -> 35)
