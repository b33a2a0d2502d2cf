//! [files]
//! "/a" = { bytes = [0, 255, 10] }
//! "/b" = { bytes = [0, 254, 10] }

async () => state.diff("/a", "/b")

//= result: "Binary files /a and /b differ\n"
