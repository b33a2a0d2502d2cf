//! [files]
//! "/a" = "x"

async () => state.replaceInFile("/a", "[", "y", { regex: true })

//= throws: Error
//= message: Invalid search pattern: /[/: unterminated character class at character 1
//= code: EINVAL
//= at: 4:19
