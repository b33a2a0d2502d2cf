//+ files-words

async () => state.searchText("/a.txt", "(?<=tail )cat", { regex: true })

//= result: [{ line: 6, column: 8, match: "cat", lineText: "  tail cat" }]
