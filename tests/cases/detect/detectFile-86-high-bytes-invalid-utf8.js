//! [files]
//! "/f" = { bytes = [255, 254, 128] }

async () => state.detectFile("/f")

//= result: { mime: "application/octet-stream", description: "application/octet-stream", binary: true }
