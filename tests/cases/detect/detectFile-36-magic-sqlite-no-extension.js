//! [files]
//! "/x" = { bytes = [83, 81, 76, 105, 116, 101, 32, 102, 111, 114, 109, 97, 116, 32, 51, 0] }

async () => state.detectFile("/x")

//= result: { mime: "application/vnd.sqlite3", description: "application/vnd.sqlite3", binary: true }
