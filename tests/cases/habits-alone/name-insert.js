//+ files-project

return state.insert({ path: "/README.md", insert_line: 1, new_str: "x" })
//= throws: TypeError
//= message: state.insert is not a function. Before line number `at` write const lines = (await state.readFile(path)).split(/(?<=\n)/), before = lines.splice(0, at - 1).join(""), end = /\r\n/.test(before + lines[0]) ? "\r\n" : "\n"; await state.writeFile(path, before + (/[^\n]$/.test(before) ? end : "") + text + end + lines.join(""))
//= at: 21:14
