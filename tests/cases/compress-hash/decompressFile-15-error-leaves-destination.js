//! [files]
//! "/f" = "keep"
//! "/f.gz" = "bad"

async () => {
  //+ value-or-code
  await E(() => state.decompressFile("/f.gz"));
  return state.readFile("/f");
}

//= result: "keep"
