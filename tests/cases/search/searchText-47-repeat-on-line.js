//! [files]
//! "/a.txt" = "ababab\nab"

async () => state.searchText("/a.txt", "ab")

//= result: [
//=   { line: 1, column: 1, match: "ab", lineText: "ababab" },
//=   { line: 1, column: 3, match: "ab", lineText: "ababab" },
//=   { line: 1, column: 5, match: "ab", lineText: "ababab" },
//=   { line: 2, column: 1, match: "ab", lineText: "ab" },
//= ]
