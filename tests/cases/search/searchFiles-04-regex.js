//+ files-searched

async () => state.searchFiles("/**/*", "fo{2}\\b", { regex: true })

//= result: [
//=   {
//=     path: "/bin.js",
//=     matches: [{ line: 1, column: 3, match: "foo", lineText: "\u0000�foo" }],
//=   },
//=   {
//=     path: "/dir.js/in.txt",
//=     matches: [{ line: 1, column: 1, match: "foo", lineText: "foo" }],
//=   },
//=   { path: "/src/.d.js", matches: [{ line: 1, column: 1, match: "foo", lineText: "foo" }] },
//=   {
//=     path: "/src/a.js",
//=     matches: [
//=       { line: 1, column: 5, match: "foo", lineText: "let foo = 1;" },
//=       { line: 2, column: 1, match: "foo", lineText: "foo++;" },
//=     ],
//=   },
//=   {
//=     path: "/src/sub/c.ts",
//=     matches: [
//=       { line: 1, column: 1, match: "foo", lineText: "foo(foo);" },
//=       { line: 1, column: 5, match: "foo", lineText: "foo(foo);" },
//=     ],
//=   },
//= ]
