//+ files-project

return state.read_multiple_files({ paths: ["/README.md", "/package.json"] })
//= throws: TypeError
//= message: state.read_multiple_files is not a function. Write await Promise.all(paths.map((path) => state.readFile(path)))
//= at: 21:14
