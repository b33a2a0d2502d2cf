//+ files-searched

async () => state.searchFiles("/**", "")

//= throws: Error
//= message: Search query must not be empty
//= code: EINVAL
//= at: 12:19
