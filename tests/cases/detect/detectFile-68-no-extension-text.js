//! [files]
//! "/Makefile" = "all:\n"

async () => state.detectFile("/Makefile")

//= result: { mime: "text/plain", description: "text/plain", binary: false }
