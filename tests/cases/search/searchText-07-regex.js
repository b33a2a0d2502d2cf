//+ files-words

async () => state.searchText("/a.txt", "c[a-z]+s\\b", { regex: true })

//= result: [{ line: 2, column: 13, match: "cats", lineText: "Concatenate cats, CAT!" }]
