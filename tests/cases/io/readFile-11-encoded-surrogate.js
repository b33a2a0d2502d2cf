//! [files]
//! "/b" = { bytes = [237, 160, 128] }

async () => state.readFile("/b")

//= result: "���"
