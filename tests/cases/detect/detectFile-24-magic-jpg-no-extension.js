//! [files]
//! "/x" = { bytes = [255, 216, 255, 224, 0, 16, 74, 70, 73, 70, 0] }

async () => state.detectFile("/x")

//= result: { mime: "image/jpeg", description: "image/jpeg", binary: true }
