//! [files]
//! "/b" = { bytes = [0, 255, 65, 10, 65] }

async () => state.searchText("/b", "A")

//= result: [
//=   { line: 1, column: 3, match: "A", lineText: "\u0000�A" },
//=   { line: 2, column: 1, match: "A", lineText: "A" },
//= ]
