//! [files]
//! "/a.txt" = "TODO a"
//! "/b.txt" = "todo b"

return state.searchFiles("/**", "todo", { ignoreCase: true, maxResults: 1, contextLines: 1 });
//= throws: TypeError
//= message: state.searchFiles: "options.maxResults" is no option; write (await state.searchFiles("/**", "todo", { ignoreCase: true, contextLines: 1 })).slice(0, 1) for the first files; maxMatches bounds the matches of each file — expected state.searchFiles(pattern, query, options?)
//= code: EINVAL
//= at: 5:14
