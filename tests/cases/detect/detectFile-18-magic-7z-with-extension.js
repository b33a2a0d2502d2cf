//! [files]
//! "/x.7z" = { bytes = [55, 122, 188, 175, 39, 28] }

async () => state.detectFile("/x.7z")

//= result: {
//=   mime: "application/x-7z-compressed",
//=   description: "application/x-7z-compressed (7z)",
//=   extension: "7z",
//=   binary: true,
//= }
