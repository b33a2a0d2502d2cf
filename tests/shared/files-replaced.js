//! [files]
//! "/d.md" = "foo\n"
//! "/l.js" = { symlink = "/src/a.js" }
//! "/src/a.js" = "foo();\nfoo();\n"
//! "/src/b.js" = "bar();\n"
//! "/src/sub/c.js" = "x = foo;\n"
