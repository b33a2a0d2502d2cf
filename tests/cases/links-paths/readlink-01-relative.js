//+ files-links

async () => state.readlink("/l")

//= result: "a"
