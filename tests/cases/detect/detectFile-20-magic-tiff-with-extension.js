//! [files]
//! "/x.tiff" = { bytes = [73, 73, 42, 0] }

async () => state.detectFile("/x.tiff")

//= result: { mime: "image/tiff", description: "image/tiff (tiff)", extension: "tiff", binary: true }
