//! [files]
//! "/a.txt" = "a\nb\nc\nd\ne"

async () => state.searchText("/a.txt", "c", { contextBefore: 2 })

//= result: [{ line: 3, column: 1, match: "c", lineText: "c", beforeLines: ["a", "b"] }]
