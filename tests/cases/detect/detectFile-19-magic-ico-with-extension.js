//! [files]
//! "/x.ico" = { bytes = [0, 0, 1, 0, 1, 0] }

async () => state.detectFile("/x.ico")

//= result: { mime: "image/x-icon", description: "image/x-icon (ico)", extension: "ico", binary: true }
