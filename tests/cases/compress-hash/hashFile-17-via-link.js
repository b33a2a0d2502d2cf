//! [files]
//! "/f" = { symlink = "t" }
//! "/t" = "hello world\n"

async () => state.hashFile("/f")

//= result: "a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447"
