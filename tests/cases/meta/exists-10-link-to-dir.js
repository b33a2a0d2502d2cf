//+ files-kinds

async () => state.exists("/ld")

//= result: true
