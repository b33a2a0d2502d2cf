//! [files]
//! "/f.gz" = ""

async () => {
  //+ value-or-code
  const r = await E(() => state.decompressFile("/f.gz"));
  return [typeof r === "string", await state.exists("/f")];
}

//= result: [true, false]
