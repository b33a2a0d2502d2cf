//! [files]
//! "/a.txt" = "été p{L} ppp"

async () => state.searchText("/a.txt", "\\p{L}+", { regex: true })

//= result: [
//=   { line: 1, column: 1, match: "été", lineText: "été p{L} ppp" },
//=   { line: 1, column: 5, match: "p", lineText: "été p{L} ppp" },
//=   { line: 1, column: 7, match: "L", lineText: "été p{L} ppp" },
//=   { line: 1, column: 10, match: "ppp", lineText: "été p{L} ppp" },
//= ]
