//! [files]
//! "/x.webp" = { bytes = [82, 73, 70, 70, 16, 0, 0, 0, 87, 69, 66, 80, 86, 80, 56, 32] }

async () => state.detectFile("/x.webp")

//= result: { mime: "image/webp", description: "image/webp (webp)", extension: "webp", binary: true }
