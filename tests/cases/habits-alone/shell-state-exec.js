//+ files-project

return state.exec("ls")
//= throws: TypeError
//= message: state.exec is not a function. There is no shell here: state.glob and state.find list files, state.searchFiles is grep, state.replaceInFiles is sed, state.mv, cp, rm and mkdir are what they are in a shell; the tool exec runs commands, and whoever runs this can allow them here
//= at: 21:14
