//! [files]
//! "/a.txt" = "x\\d\\ 5"

async () => state.searchText("/a.txt", "\\d\\")

//= result: [{ line: 1, column: 2, match: "\\d\\", lineText: "x\\d\\ 5" }]
