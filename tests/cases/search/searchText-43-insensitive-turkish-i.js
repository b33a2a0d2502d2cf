//! [files]
//! "/a.txt" = "İ ı I i"

async () => state.searchText("/a.txt", "i", { caseSensitive: false })

//= result: [
//=   { line: 1, column: 5, match: "I", lineText: "İ ı I i" },
//=   { line: 1, column: 7, match: "i", lineText: "İ ı I i" },
//= ]
