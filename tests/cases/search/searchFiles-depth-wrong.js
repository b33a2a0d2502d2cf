//! [files]
//! "/a/b/c" = "hit"

async () => {
  //+ fails
  const search = (maxDepth) => fails(() => state.searchFiles("/**", "hit", { maxDepth }));
  return [await search(-1), await search(1.5), await search(NaN), await search("1"), await search(undefined)];
}

//= result: [
//=   [
//=     "EINVAL",
//=     "state.searchFiles: \"options.maxDepth\" must be a whole number from 0 on, but is -1 — expected state.searchFiles(pattern, query, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.searchFiles: \"options.maxDepth\" must be a whole number from 0 on, but is 1.5 — expected state.searchFiles(pattern, query, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.searchFiles: \"options.maxDepth\" must be a whole number from 0 on, but is NaN — expected state.searchFiles(pattern, query, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.searchFiles: \"options.maxDepth\" must be a number, but is the string \"1\" — expected state.searchFiles(pattern, query, options?)",
//=   ],
//=   [{ path: "/a/b/c", matches: [{ line: 1, column: 1, match: "hit", lineText: "hit" }] }],
//= ]
