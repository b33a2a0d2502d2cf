//! [files]
//! "/a.txt" = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat"

async () => state.searchText("/a.txt", "c[a-z]+s\\b", { regex: true })

//= result: [{ line: 2, column: 13, match: "cats", lineText: "Concatenate cats, CAT!" }]
