//! [files]
//! "/x.elf" = { bytes = [127, 69, 76, 70, 2, 1, 1, 0] }

async () => state.detectFile("/x.elf")

//= result: {
//=   mime: "application/x-elf",
//=   description: "application/x-elf (elf)",
//=   extension: "elf",
//=   binary: true,
//= }
