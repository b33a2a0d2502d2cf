//! [files]
//! "/a.txt" = "$foo x$foo a $foo"

async () => state.searchText("/a.txt", "$foo", { wholeWord: true })

//= result: [
//=   { line: 1, column: 1, match: "$foo", lineText: "$foo x$foo a $foo" },
//=   { line: 1, column: 7, match: "$foo", lineText: "$foo x$foo a $foo" },
//=   { line: 1, column: 14, match: "$foo", lineText: "$foo x$foo a $foo" },
//= ]
