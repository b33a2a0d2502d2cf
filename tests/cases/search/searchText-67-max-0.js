//+ files-words

async () => state.searchText("/a.txt", "cat", { maxMatches: 0 })

//= result: []
