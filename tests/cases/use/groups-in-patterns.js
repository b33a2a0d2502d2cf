//! [files]
//! "/a.txt" = "last, first\n"

await state.replaceInFile("/a.txt", /(\w+), (\w+)/, "$2 $1");
return state.readFile("/a.txt");
//= result: "first last\n"
//= changed: /a.txt (12 -> 11)
