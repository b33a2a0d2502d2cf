//! [files]
//! "/f.gz" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 87, 40, 207, 47, 202, 73, 225, 2, 0, 45, 59, 8, 175, 12, 0, 0, 0] }

async () => {
  const r = await state.decompressFile("/f.gz", "/x/out.txt");
  return [r, await state.readFile("/x/out.txt"), await state.exists("/f")];
}

//= result: [{ path: "/f.gz", destination: "/x/out.txt", bytesWritten: 12 }, "hello world\n", false]
//= created: /x (- -> 0)
//= created: /x/out.txt (- -> 12)
