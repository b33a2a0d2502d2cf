//! [files]
//! "/f" = { bytes = [127] }

async () => state.detectFile("/f")

//= result: { mime: "text/plain", description: "text/plain", binary: false }
