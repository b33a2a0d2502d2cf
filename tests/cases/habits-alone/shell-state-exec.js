//+ files-project

return state.exec("ls")
//= throws: Error
//= message: state.exec: programs may not run commands in this run. There is no shell here: state.glob and state.find list files, state.searchFiles is grep, state.replaceInFiles is sed, state.mv, cp, rm and mkdir are what they are in a shell; the tool exec runs commands, and whoever runs this can allow them here
//= code: EPERM
//= at: 21:14
