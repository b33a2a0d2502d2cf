//! [files]
//! "/a" = "x"

async () => state.searchText("a", "x")

//= result: [{ line: 1, column: 1, match: "x", lineText: "x" }]
