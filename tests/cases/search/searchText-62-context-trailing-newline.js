//! [files]
//! "/a.txt" = "a\nb\n"

async () => state.searchText("/a.txt", "b", { contextAfter: 3 })

//= result: [{ line: 2, column: 1, match: "b", lineText: "b", afterLines: [] }]
