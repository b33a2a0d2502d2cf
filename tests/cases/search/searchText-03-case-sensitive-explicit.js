//! [files]
//! "/a.txt" = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat"

async () => state.searchText("/a.txt", "CAT", { caseSensitive: true })

//= result: [{ line: 2, column: 19, match: "CAT", lineText: "Concatenate cats, CAT!" }]
