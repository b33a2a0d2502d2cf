//! [files]
//! "/b" = { bytes = [192, 128, 65] }

async () => state.readFile("/b")

//= result: "��A"
