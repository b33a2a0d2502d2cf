//! [files]
//! "/f" = { bytes = [99, 97, 102, 233] }

async () => state.detectFile("/f")

//= result: { mime: "text/plain", description: "text/plain", binary: false }
