//! [files]
//! "/x.mp3" = { bytes = [73, 68, 51, 3, 0, 0] }

async () => state.detectFile("/x.mp3")

//= result: { mime: "audio/mpeg", description: "audio/mpeg (mp3)", extension: "mp3", binary: true }
