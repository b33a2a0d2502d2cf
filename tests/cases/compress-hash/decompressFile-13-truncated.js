//! [files]
//! "/f.gz" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 87, 40, 207, 47, 202] }

async () => {
  //+ value-or-code
  const r = await E(() => state.decompressFile("/f.gz"));
  return [r, await state.exists("/f")];
}

//= result: ["E:?", false]
