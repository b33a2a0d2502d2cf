//! [files]
//! "/a.txt" = "a a a"

return state.replaceInFile("/a.txt", "a", "b", { count: 1 });
//= throws: TypeError
//= message: state.replaceInFile: "options.count" is no option; every match is replaced; to stop after 1: let count = 0; await state.replaceInFile("/a.txt", "a", (match) => count++ < 1 ? "b" : match) — expected state.replaceInFile(path, search, replacement, options?)
//= code: EINVAL
//= at: 4:14
