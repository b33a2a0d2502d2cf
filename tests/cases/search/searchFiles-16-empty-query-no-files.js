//+ files-searched

async () => state.searchFiles("/zz/**", "")

//= throws: Error
//= message: Search query must not be empty
//= code: EINVAL
//= at: 12:19
