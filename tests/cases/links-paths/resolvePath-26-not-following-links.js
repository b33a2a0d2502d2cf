//+ files-links

async () => state.resolvePath("/ld", "../a")

//= result: "/a"
