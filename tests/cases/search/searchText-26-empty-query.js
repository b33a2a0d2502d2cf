//+ files-words

async () => state.searchText("/a.txt", "")

//= throws: Error
//= message: Search query must not be empty
//= code: EINVAL
//= at: 4:19
