//! [files]
//! "/a.txt" = "a\n\nb\n"

async () => state.searchText("/a.txt", "^$", { regex: true })

//= result: [{ line: 2, column: 1, match: "", lineText: "" }]
