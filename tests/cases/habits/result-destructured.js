//! [files]
//! "/a" = "foo"

async () => {
  const { matches } = await state.searchFiles("/**", "foo");
  return matches.length;
}
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'length'). state.searchFiles gives an array of { path, matches }; it has no matches
//= at: 6:18
//= console.warn: note: line 5: state.searchFiles gives an array of { path, matches }; it has no matches
