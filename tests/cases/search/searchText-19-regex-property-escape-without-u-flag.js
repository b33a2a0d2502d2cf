//! [files]
//! "/a.txt" = "été p{L} ppp"

async () => state.searchText("/a.txt", "\\p{L}+", { regex: true })

//= result: [{ line: 1, column: 5, match: "p{L}", lineText: "été p{L} ppp" }]
