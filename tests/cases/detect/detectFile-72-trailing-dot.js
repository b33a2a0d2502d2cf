//! [files]
//! "/a." = "x"

async () => state.detectFile("/a.")

//= result: { mime: "text/plain", description: "text/plain", extension: "", binary: false }
