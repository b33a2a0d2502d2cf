//! [files]
//! "/a.txt" = "a\r\nb\r\nc"

async () => state.searchText("/a.txt", "b", { contextBefore: 1, contextAfter: 1 })

//= result: [{ line: 2, column: 1, match: "b", lineText: "b", beforeLines: ["a"], afterLines: ["c"] }]
