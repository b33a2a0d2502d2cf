//! [files]
//! "/t.png" = "not a png"

async () => state.detectFile("/t.png")

//= result: { mime: "text/plain", description: "text/plain (png)", extension: "png", binary: false }
