//! [files]
//! "/a.rs" = "fn x(){}"

async () => state.detectFile("/a.rs")

//= result: { mime: "text/x-rust", description: "text/x-rust (rs)", extension: "rs", binary: false }
