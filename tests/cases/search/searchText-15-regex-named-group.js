//! [files]
//! "/a.txt" = "aa b"

async () => state.searchText("/a.txt", "(?<x>a)\\k<x>", { regex: true })

//= result: [{ line: 1, column: 1, match: "aa", lineText: "aa b" }]
