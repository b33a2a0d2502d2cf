//! [files]
//! "/a.txt" = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat"

async () => state.searchText("/a.txt", "cat", { maxMatches: 1 })

//= result: [{ line: 1, column: 5, match: "cat", lineText: "The cat sat." }]
