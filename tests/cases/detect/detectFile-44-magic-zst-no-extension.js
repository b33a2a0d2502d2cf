//! [files]
//! "/x" = { bytes = [40, 181, 47, 253] }

async () => state.detectFile("/x")

//= result: { mime: "application/zstd", description: "application/zstd", binary: true }
