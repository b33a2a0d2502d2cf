//+ files-words

async () => state.searchText("/a.txt", "cat", { maxMatches: 1 })

//= result: [{ line: 1, column: 5, match: "cat", lineText: "The cat sat." }]
