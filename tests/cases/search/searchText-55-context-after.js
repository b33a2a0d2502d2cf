//! [files]
//! "/a.txt" = "a\nb\nc\nd\ne"

async () => state.searchText("/a.txt", "c", { contextAfter: 1 })

//= result: [{ line: 3, column: 1, match: "c", lineText: "c", afterLines: ["d"] }]
