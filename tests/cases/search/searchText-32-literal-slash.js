//! [files]
//! "/a.txt" = "a/b"

async () => state.searchText("/a.txt", "a/b")

//= result: [{ line: 1, column: 1, match: "a/b", lineText: "a/b" }]
