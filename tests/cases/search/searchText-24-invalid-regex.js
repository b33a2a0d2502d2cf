//! [files]
//! "/a.txt" = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat"

async () => state.searchText("/a.txt", "(", { regex: true })

//= throws: Error
//= message: Invalid search pattern: /(/: unterminated group at character 1
//= code: EINVAL
//= at: 4:19
