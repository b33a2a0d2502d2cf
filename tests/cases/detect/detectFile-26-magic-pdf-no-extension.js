//! [files]
//! "/x" = { bytes = [37, 80, 68, 70, 45, 49, 46, 55, 10, 37, 226, 227, 207, 211, 10] }

async () => state.detectFile("/x")

//= result: { mime: "application/pdf", description: "application/pdf", binary: true }
