//! [files]
//! "/a.txt" = "cat_ cat1 1cat cat. .cat"

async () => state.searchText("/a.txt", "cat", { wholeWord: true })

//= result: [
//=   { line: 1, column: 16, match: "cat", lineText: "cat_ cat1 1cat cat. .cat" },
//=   { line: 1, column: 22, match: "cat", lineText: "cat_ cat1 1cat cat. .cat" },
//= ]
