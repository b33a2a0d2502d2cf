//! [files]
//! "/b" = { bytes = [65, 228, 184] }

async () => state.readFile("/b")

//= result: "A�"
