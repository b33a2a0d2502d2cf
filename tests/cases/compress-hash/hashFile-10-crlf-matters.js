//! [files]
//! "/f" = "a\r\n"

async () => state.hashFile("/f", { algorithm: "md5" })

//= result: "933222b19ff3e7ea5f65517ea1f7d57e"
