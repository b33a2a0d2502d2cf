async () => state.listArchive("/x.tar")

//= recorded {"error": "ENOENT"}
