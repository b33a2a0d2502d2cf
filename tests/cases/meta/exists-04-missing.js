//+ files-kinds

async () => state.exists("/zz")

//= result: false
