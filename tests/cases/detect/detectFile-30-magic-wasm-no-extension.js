//! [files]
//! "/x" = { bytes = [0, 97, 115, 109, 1, 0, 0, 0] }

async () => state.detectFile("/x")

//= result: { mime: "application/wasm", description: "application/wasm", binary: true }
