//! [files]
//! "/v1.2/file" = "x"

async () => state.detectFile("/v1.2/file")

//= result: { mime: "text/plain", description: "text/plain", binary: false }
