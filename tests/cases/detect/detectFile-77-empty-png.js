//! [files]
//! "/e.png" = ""

async () => state.detectFile("/e.png")

//= result: { mime: "image/png", description: "image/png (png)", extension: "png", binary: false }
