//! [files]
//! "/.json" = "{}"

async () => state.detectFile("/.json")

//= result: {
//=   mime: "application/json",
//=   description: "application/json (json)",
//=   extension: "json",
//=   binary: false,
//= }
