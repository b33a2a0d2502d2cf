//! [files]
//! "/f" = ""

async () => state.hashFile("/f", { algorithm: "md5" })

//= result: "d41d8cd98f00b204e9800998ecf8427e"
