//! [files]
//! "/a.ts" = "let a;"

async () => state.detectFile("/a.ts")

//= result: {
//=   mime: "application/typescript",
//=   description: "application/typescript (ts)",
//=   extension: "ts",
//=   binary: false,
//= }
