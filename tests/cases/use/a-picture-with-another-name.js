//! [files]
//! "/a.txt" = "GIF89a\u0001\u0000"

return state.detectFile("/a.txt");
//= result: {
//=   mime: "image/gif",
//=   description: "image/gif (txt)",
//=   extension: "txt",
//=   contentExtension: "gif",
//=   binary: true,
//= }
