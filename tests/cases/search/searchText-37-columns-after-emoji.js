//! [files]
//! "/a.txt" = "😀x é x"

async () => state.searchText("/a.txt", "x")

//= result: [
//=   { line: 1, column: 3, match: "x", lineText: "😀x é x" },
//=   { line: 1, column: 7, match: "x", lineText: "😀x é x" },
//= ]
