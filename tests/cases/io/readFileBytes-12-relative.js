//! [files]
//! "/a.txt" = "hello"

async () => state.readFileBytes("a.txt")

//= result: bytes(68 65 6c 6c 6f)
