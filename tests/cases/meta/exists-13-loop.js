//+ files-kinds

async () => state.exists("/loop")

//= result: false
