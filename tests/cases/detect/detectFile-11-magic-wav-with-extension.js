//! [files]
//! "/x.wav" = { bytes = [82, 73, 70, 70, 16, 0, 0, 0, 87, 65, 86, 69, 102, 109, 116, 32] }

async () => state.detectFile("/x.wav")

//= result: { mime: "audio/wav", description: "audio/wav (wav)", extension: "wav", binary: true }
