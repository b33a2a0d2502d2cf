//! [files]
//! "/b" = { bytes = [239, 187, 191, 65] }

async () => state.searchText("/b", "A")

//= result: [{ line: 1, column: 1, match: "A", lineText: "A" }]
