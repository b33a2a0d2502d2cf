//! [files]
//! "/x.xz" = { bytes = [253, 55, 122, 88, 90, 0] }

async () => state.detectFile("/x.xz")

//= result: {
//=   mime: "application/x-xz",
//=   description: "application/x-xz (xz)",
//=   extension: "xz",
//=   binary: true,
//= }
