//! [files]
//! "/x" = { bytes = [73, 68, 51, 3, 0, 0] }

async () => state.detectFile("/x")

//= result: { mime: "audio/mpeg", description: "audio/mpeg", binary: true }
