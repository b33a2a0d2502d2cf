//! [files]
//! "/a.txt" = "<a><bb>"

async () => state.searchText("/a.txt", "<.+?>", { regex: true })

//= result: [
//=   { line: 1, column: 1, match: "<a>", lineText: "<a><bb>" },
//=   { line: 1, column: 4, match: "<bb>", lineText: "<a><bb>" },
//= ]
