//! [files]
//! "/a.txt" = "a a\na a\n"

return state.sed("s/a/b/", "/a.txt");
//= throws: TypeError
//= message: state.replaceInFiles: "s/a/b/" is an expression of sed: write await state.replaceInFiles("/a.txt", /^(.*?)(a)/gm, "$1b")
//= code: EINVAL
//= at: 4:14
