//! [files]
//! "r.json" = "{}"

async () => state.detectFile("r.json")

//= result: {
//=   mime: "application/json",
//=   description: "application/json (json)",
//=   extension: "json",
//=   binary: false,
//= }
