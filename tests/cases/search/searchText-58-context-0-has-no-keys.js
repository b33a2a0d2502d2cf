//! [files]
//! "/a.txt" = "a\nb\nc"

async () => state.searchText("/a.txt", "b", { contextBefore: 0, contextAfter: 0 })

//= result: [{ line: 2, column: 1, match: "b", lineText: "b" }]
