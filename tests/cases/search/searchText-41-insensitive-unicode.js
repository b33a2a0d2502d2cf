//! [files]
//! "/a.txt" = "é É e"

async () => state.searchText("/a.txt", "É", { caseSensitive: false })

//= result: [
//=   { line: 1, column: 1, match: "é", lineText: "é É e" },
//=   { line: 1, column: 3, match: "É", lineText: "é É e" },
//= ]
