//! [files]
//! "/a.txt" = "one\n"

return state.insertLine("/a.txt", 1, "zero");
//= throws: TypeError
//= message: state.insertLine is not a function. Before line number `at` write const lines = (await state.readFile(path)).split(/(?<=\n)/), before = lines.splice(0, at - 1).join(""), end = /\r\n/.test(before + lines[0]) ? "\r\n" : "\n"; await state.writeFile(path, before + (/[^\n]$/.test(before) ? end : "") + text + end + lines.join(""))
//= at: 4:14
