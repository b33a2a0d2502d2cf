//+ files-project

return state.list_allowed_directories()
//= throws: TypeError
//= message: state.list_allowed_directories is not a function. There is one tree, and everything in it may be used: paths start at /
//= at: 21:14
