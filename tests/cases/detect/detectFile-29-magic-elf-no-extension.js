//! [files]
//! "/x" = { bytes = [127, 69, 76, 70, 2, 1, 1, 0] }

async () => state.detectFile("/x")

//= result: { mime: "application/x-elf", description: "application/x-elf", binary: true }
