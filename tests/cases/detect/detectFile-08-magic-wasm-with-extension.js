//! [files]
//! "/x.wasm" = { bytes = [0, 97, 115, 109, 1, 0, 0, 0] }

async () => state.detectFile("/x.wasm")

//= result: {
//=   mime: "application/wasm",
//=   description: "application/wasm (wasm)",
//=   extension: "wasm",
//=   binary: true,
//= }
