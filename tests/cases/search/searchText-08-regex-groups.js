//+ files-words

async () => state.searchText("/a.txt", "(c)(a)(t)", { regex: true, maxMatches: 2 })

//= result: [
//=   { line: 1, column: 5, match: "cat", lineText: "The cat sat." },
//=   { line: 2, column: 4, match: "cat", lineText: "Concatenate cats, CAT!" },
//= ]
