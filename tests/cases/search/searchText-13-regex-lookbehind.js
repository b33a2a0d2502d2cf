//! [files]
//! "/a.txt" = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat"

async () => state.searchText("/a.txt", "(?<=tail )cat", { regex: true })

//= result: [{ line: 6, column: 8, match: "cat", lineText: "  tail cat" }]
