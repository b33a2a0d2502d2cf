//! [files]
//! "/a.yaml" = "a: 1"

async () => state.detectFile("/a.yaml")

//= result: {
//=   mime: "application/yaml",
//=   description: "application/yaml (yaml)",
//=   extension: "yaml",
//=   binary: false,
//= }
