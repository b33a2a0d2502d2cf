//! [files]
//! "/a.py" = "x=1"

async () => state.detectFile("/a.py")

//= result: { mime: "text/x-python", description: "text/x-python (py)", extension: "py", binary: false }
