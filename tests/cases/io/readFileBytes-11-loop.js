//! [files]
//! "/a" = { symlink = "a" }

async () => state.readFileBytes("/a")

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, readFileBytes '/a'
//= code: ELOOP
//= path: /a
//= at: 4:19
