//! [files]
//! "/a" = "cat"

async () => {
  //+ value-or-code
  return E(() => state.searchText("/a", /cat/));
}

//= result: [{ line: 1, column: 1, match: "cat", lineText: "cat" }]
