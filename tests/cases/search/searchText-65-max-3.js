//+ files-words

async () => state.searchText("/a.txt", "cat", { maxMatches: 3 })

//= result: [
//=   { line: 1, column: 5, match: "cat", lineText: "The cat sat." },
//=   { line: 2, column: 4, match: "cat", lineText: "Concatenate cats, CAT!" },
//=   { line: 2, column: 13, match: "cat", lineText: "Concatenate cats, CAT!" },
//= ]
