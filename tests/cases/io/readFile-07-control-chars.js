//! [files]
//! "/a" = "\u0001\u0007\u001b[0m\u007f"

async () => state.readFile("/a")

//= result: "\u0001\u0007\u001b[0m\u007f"
