//+ files-links

async () => state.realpath("/up")

//= result: "/a"
