//! [files]
//! "/x.png" = { bytes = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13] }

async () => state.detectFile("/x.png")

//= result: { mime: "image/png", description: "image/png (png)", extension: "png", binary: true }
