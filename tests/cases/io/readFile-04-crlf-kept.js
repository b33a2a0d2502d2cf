//! [files]
//! "/a" = "a\r\nb\r\n\rc"

async () => state.readFile("/a")

//= result: "a\r\nb\r\n\rc"
