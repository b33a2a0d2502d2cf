//! [files]
//! "/a.txt" = "hello"

async () => state.readFile("/a.txt\0")

//= recorded {"error": "ENOENT"}
