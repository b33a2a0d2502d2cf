//! [files]
//! "/a.md" = "one\n\n\ntwo\n"

const found = await state.searchText("/a.md", "^$", { regex: true });
return found.map(({ line }) => line);
//= result: [2, 3]
