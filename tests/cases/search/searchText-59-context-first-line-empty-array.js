//! [files]
//! "/a.txt" = "a\nb"

async () => state.searchText("/a.txt", "a", { contextBefore: 2 })

//= result: [{ line: 1, column: 1, match: "a", lineText: "a", beforeLines: [] }]
