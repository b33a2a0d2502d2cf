//+ files-words

async () => state.searchText("/a.txt", "cat$", { regex: true })

//= result: [
//=   { line: 4, column: 1, match: "cat", lineText: "cat" },
//=   { line: 5, column: 13, match: "cat", lineText: "cat-cat cat_cat" },
//=   { line: 6, column: 8, match: "cat", lineText: "  tail cat" },
//= ]
