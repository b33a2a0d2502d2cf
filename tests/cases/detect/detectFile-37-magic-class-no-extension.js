//! [files]
//! "/x" = { bytes = [202, 254, 186, 190, 0, 0, 0, 52] }

async () => state.detectFile("/x")

//= result: { mime: "application/java-vm", description: "application/java-vm", binary: true }
