//+ files-links

async () => state.realpath("/d/self/self/x")

//= result: "/d/x"
