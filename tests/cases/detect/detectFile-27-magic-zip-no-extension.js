//! [files]
//! "/x" = { bytes = [80, 75, 3, 4, 20, 0] }

async () => state.detectFile("/x")

//= result: { mime: "application/zip", description: "application/zip", binary: true }
