//! [files]
//! "/pkg/a.txt" = "x"

return require("/pkg");
//= throws: Error
//= message: Cannot find module '/pkg': /pkg is a folder without a file that stands for it, such as index.js; it has a.txt
//= code: MODULE_NOT_FOUND
//= at: 4:8
