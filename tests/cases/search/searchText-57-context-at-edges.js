//! [files]
//! "/a.txt" = "x\ny\nx"

async () => state.searchText("/a.txt", "x", { contextBefore: 5, contextAfter: 5 })

//= result: [
//=   { line: 1, column: 1, match: "x", lineText: "x", beforeLines: [], afterLines: ["y", "x"] },
//=   { line: 3, column: 1, match: "x", lineText: "x", beforeLines: ["x", "y"], afterLines: [] },
//= ]
