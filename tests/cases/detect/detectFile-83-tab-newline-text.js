//! [files]
//! "/f" = "\t\n\r\f\u000b x"

async () => state.detectFile("/f")

//= result: { mime: "text/plain", description: "text/plain", binary: false }
