//! [files]
//! "/bin.js" = { bytes = [0, 255, 102, 111, 111, 10] }
//! "/dir.js/in.txt" = "foo"
//! "/docs/x.md" = "nothing here\n"
//! "/empty.js" = ""
//! "/l.js" = { symlink = "/src/a.js" }
//! "/src/.d.js" = "foo"
//! "/src/a.js" = "let foo = 1;\nfoo++;\n"
//! "/src/b.js" = "// Foo\nbar();\n"
//! "/src/sub/c.ts" = "foo(foo);"
