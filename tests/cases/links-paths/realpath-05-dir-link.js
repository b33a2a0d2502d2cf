//+ files-links

async () => state.realpath("/ld")

//= result: "/d"
