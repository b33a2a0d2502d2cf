//! [files]
//! "/a.txt" = "éx"

async () => state.searchText("/a.txt", "x")

//= result: [{ line: 1, column: 3, match: "x", lineText: "éx" }]
