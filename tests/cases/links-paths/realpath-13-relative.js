//+ files-links

async () => state.realpath("d/x")

//= result: "/d/x"
