//! [files]
//! "/a.txt" = "one\n"

return state.tail("/a.txt", 1);
//= throws: TypeError
//= message: state.tail is not a function. Write (await state.readFile(path)).split(/(?<=\n)/).slice(-20), which gives lines with their line ends
//= at: 4:14
