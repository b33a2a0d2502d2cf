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

async () => state.searchFiles("/**/*.js", "foo")

//= result: [
//=   {
//=     path: "/bin.js",
//=     matches: [{ line: 1, column: 3, match: "foo", lineText: "\u0000�foo" }],
//=   },
//=   { path: "/src/.d.js", matches: [{ line: 1, column: 1, match: "foo", lineText: "foo" }] },
//=   {
//=     path: "/src/a.js",
//=     matches: [
//=       { line: 1, column: 5, match: "foo", lineText: "let foo = 1;" },
//=       { line: 2, column: 1, match: "foo", lineText: "foo++;" },
//=     ],
//=   },
//= ]
