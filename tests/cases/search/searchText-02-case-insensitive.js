//+ files-words

async () => state.searchText("/a.txt", "cat", { caseSensitive: false })

//= result: [
//=   { line: 1, column: 5, match: "cat", lineText: "The cat sat." },
//=   { line: 2, column: 4, match: "cat", lineText: "Concatenate cats, CAT!" },
//=   { line: 2, column: 13, match: "cat", lineText: "Concatenate cats, CAT!" },
//=   { line: 2, column: 19, match: "CAT", lineText: "Concatenate cats, CAT!" },
//=   { line: 4, column: 1, match: "cat", lineText: "cat" },
//=   { line: 5, column: 1, match: "cat", lineText: "cat-cat cat_cat" },
//=   { line: 5, column: 5, match: "cat", lineText: "cat-cat cat_cat" },
//=   { line: 5, column: 9, match: "cat", lineText: "cat-cat cat_cat" },
//=   { line: 5, column: 13, match: "cat", lineText: "cat-cat cat_cat" },
//=   { line: 6, column: 8, match: "cat", lineText: "  tail cat" },
//= ]
