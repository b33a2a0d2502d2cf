//! [files]
//! "/a" = { symlink = "/b" }
//! "/b" = { symlink = "/a" }

async () => state.readFile("/a")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, readFile '/a'
//= code: ELOOP
//= path: /a
//= at: 5:19
