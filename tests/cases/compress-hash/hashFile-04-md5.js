//! [files]
//! "/f" = "hello world\n"

async () => state.hashFile("/f", { algorithm: "md5" })

//= result: "6f5902ac237024bdd0c176cb93063dc4"
