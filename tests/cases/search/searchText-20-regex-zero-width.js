//! [files]
//! "/a.txt" = "axb\n\n"

async () => state.searchText("/a.txt", "x*", { regex: true })

//= result: [
//=   { line: 1, column: 1, match: "", lineText: "axb" },
//=   { line: 1, column: 2, match: "x", lineText: "axb" },
//=   { line: 1, column: 3, match: "", lineText: "axb" },
//=   { line: 1, column: 4, match: "", lineText: "axb" },
//=   { line: 2, column: 1, match: "", lineText: "" },
//= ]
