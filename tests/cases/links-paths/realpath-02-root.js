//+ files-links

async () => state.realpath("/")

//= result: "/"
