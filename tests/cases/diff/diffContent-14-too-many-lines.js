//! [files]
//! "/f" = "1\n"

async () => state.diffContent("/f", "x\n".repeat(10000))

//= recorded {"error": "EFBIG"}
