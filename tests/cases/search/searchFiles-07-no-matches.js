//+ files-searched

async () => state.searchFiles("/**", "zzz")

//= result: []
