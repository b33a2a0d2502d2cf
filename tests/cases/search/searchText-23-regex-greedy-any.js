//! [files]
//! "/a.txt" = "ab\nc"

async () => state.searchText("/a.txt", ".*", { regex: true })

//= result: [
//=   { line: 1, column: 1, match: "ab", lineText: "ab" },
//=   { line: 1, column: 3, match: "", lineText: "ab" },
//=   { line: 2, column: 1, match: "c", lineText: "c" },
//=   { line: 2, column: 2, match: "", lineText: "c" },
//= ]
