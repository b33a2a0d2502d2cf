//! [files]
//! "/x.tar" = { bytes = [] }

async () => {
  //+ value-or-code
  return E(() => state.listArchive("/x.tar"));
}

//= result: []
