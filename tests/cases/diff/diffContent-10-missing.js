async () => state.diffContent("/zz", "x")

//= recorded {"error": "ENOENT"}
