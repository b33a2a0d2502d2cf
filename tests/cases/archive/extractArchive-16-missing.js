async () => state.extractArchive("/x.tar", "/out")

//= recorded {"error": "ENOENT"}
