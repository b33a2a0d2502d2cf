//! [files]
//! "/x.tar" = "hello"

async () => {
  //+ value-or-code
  const r = await E(() => state.extractArchive("/x.tar", "/out"));
  return [r, await state.exists("/out")];
}

//= result: ["E:EBADMSG", false]
