//! [files]
//! "/f" = { bytes = [239, 187, 191, 97] }

async () => state.detectFile("/f")

//= result: { mime: "text/plain", description: "text/plain", binary: false }
