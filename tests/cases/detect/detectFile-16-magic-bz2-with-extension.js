//! [files]
//! "/x.bz2" = { bytes = [66, 90, 104, 57, 49, 65, 89, 38, 83, 89] }

async () => state.detectFile("/x.bz2")

//= result: {
//=   mime: "application/x-bzip2",
//=   description: "application/x-bzip2 (bz2)",
//=   extension: "bz2",
//=   binary: true,
//= }
