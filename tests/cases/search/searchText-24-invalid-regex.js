//+ files-words

async () => state.searchText("/a.txt", "(", { regex: true })

//= throws: Error
//= message: Invalid search pattern: /(/: unterminated group at character 1
//= code: EINVAL
//= at: 4:19
