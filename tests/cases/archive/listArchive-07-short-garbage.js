//! [files]
//! "/x.tar" = { bytes = [1, 2, 3] }

async () => {
  //+ value-or-code
  return E(() => state.listArchive("/x.tar"));
}

//= result: "E:EBADMSG"
