//! [files]
//! "/x" = { bytes = [71, 73, 70, 56, 57, 97, 1, 0, 1, 0] }

async () => state.detectFile("/x")

//= result: { mime: "image/gif", description: "image/gif", binary: true }
