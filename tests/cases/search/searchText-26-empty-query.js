//! [files]
//! "/a.txt" = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat"

async () => state.searchText("/a.txt", "")

//= throws: Error
//= message: Search query must not be empty
//= code: EINVAL
//= at: 4:19
