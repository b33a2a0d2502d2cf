//+ files-words

async () => state.searchText("/a.txt", "CAT", { caseSensitive: true })

//= result: [{ line: 2, column: 19, match: "CAT", lineText: "Concatenate cats, CAT!" }]
