//! [files]
//! "/a.txt" = "a\u2028b"

async () => state.searchText("/a.txt", "b")

//= result: [{ line: 1, column: 3, match: "b", lineText: "a\u2028b" }]
