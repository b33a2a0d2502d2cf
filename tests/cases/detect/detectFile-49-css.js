//! [files]
//! "/a.css" = "p{}"

async () => state.detectFile("/a.css")

//= result: { mime: "text/css", description: "text/css (css)", extension: "css", binary: false }
