//! [files]
//! "/B" = "k"
//! "/a.txt" = "k"
//! "/a/z" = "k"
//! "/a0" = "k"
//! "/b" = "k"

async () => state.searchFiles("/**", "k")

//= result: [
//=   { path: "/B", matches: [{ line: 1, column: 1, match: "k", lineText: "k" }] },
//=   { path: "/a.txt", matches: [{ line: 1, column: 1, match: "k", lineText: "k" }] },
//=   { path: "/a/z", matches: [{ line: 1, column: 1, match: "k", lineText: "k" }] },
//=   { path: "/a0", matches: [{ line: 1, column: 1, match: "k", lineText: "k" }] },
//=   { path: "/b", matches: [{ line: 1, column: 1, match: "k", lineText: "k" }] },
//= ]
