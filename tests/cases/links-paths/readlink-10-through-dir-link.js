//+ files-links

async () => state.readlink("/ld/self")

//= result: "."
