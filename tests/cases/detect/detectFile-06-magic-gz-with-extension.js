//! [files]
//! "/x.gz" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3] }

async () => state.detectFile("/x.gz")

//= result: {
//=   mime: "application/gzip",
//=   description: "application/gzip (gz)",
//=   extension: "gz",
//=   binary: true,
//= }
