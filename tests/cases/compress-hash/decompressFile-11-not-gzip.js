//! [files]
//! "/f.gz" = "plain text, not gzip"

async () => {
  //+ value-or-code
  const r = await E(() => state.decompressFile("/f.gz"));
  return [r, await state.exists("/f")];
}

//= result: ["E:?", false]
