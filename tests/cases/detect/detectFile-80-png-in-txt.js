//! [files]
//! "/p.txt" = { bytes = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13] }

async () => state.detectFile("/p.txt")

//= result: {
//=   mime: "image/png",
//=   description: "image/png (txt)",
//=   extension: "txt",
//=   contentExtension: "png",
//=   binary: true,
//= }
