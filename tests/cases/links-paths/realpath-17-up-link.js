//+ files-links

async () => state.realpath("/d/up/d/x")

//= result: "/d/x"
