//! [files]
//! "/a.html" = "<p>"

async () => state.detectFile("/a.html")

//= result: { mime: "text/html", description: "text/html (html)", extension: "html", binary: false }
