//+ files-kinds

async () => state.exists("")

//= result: false
