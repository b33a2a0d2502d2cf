async () => state.writeFile("/a\0b", "x")

//= recorded {"error": "ENOENT"}
//= recorded {"result": {"$undefined": true}}
