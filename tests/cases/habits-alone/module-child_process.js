//+ files-project

const { execSync } = require("child_process"); return execSync("ls /src").toString()
//= throws: Error
//= message: Cannot find module 'child_process': no command can be run here: state.glob and state.find list files, state.searchFiles is grep, state.replaceInFiles is sed
//= code: MODULE_NOT_FOUND
//= at: 21:22
