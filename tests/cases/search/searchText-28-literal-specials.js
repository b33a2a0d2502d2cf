//! [files]
//! "/a.txt" = "a.b*c axbbc"

async () => state.searchText("/a.txt", "a.b*c")

//= result: [{ line: 1, column: 1, match: "a.b*c", lineText: "a.b*c axbbc" }]
