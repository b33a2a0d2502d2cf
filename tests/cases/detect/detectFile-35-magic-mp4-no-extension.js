//! [files]
//! "/x" = { bytes = [0, 0, 0, 24, 102, 116, 121, 112, 109, 112, 52, 50] }

async () => state.detectFile("/x")

//= result: { mime: "video/mp4", description: "video/mp4", binary: true }
