//! [files]
//! "/x" = { bytes = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3] }

async () => state.detectFile("/x")

//= result: { mime: "application/gzip", description: "application/gzip", binary: true }
