//! [files]
//! "/l.md" = { symlink = "t.json" }
//! "/t.json" = "{}"

async () => state.detectFile("/l.md")

//= result: { mime: "text/markdown", description: "text/markdown (md)", extension: "md", binary: false }
