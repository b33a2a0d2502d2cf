//+ files-kinds

async () => state.exists("/dang")

//= result: false
