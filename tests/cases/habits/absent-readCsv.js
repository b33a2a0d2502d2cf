async () => state.readCsv("/a")
//= throws: TypeError
//= message: state.readCsv is not a function. CSV has no parser here: read the text with await state.readFile(path), and go through its characters; a field in double quotes may hold commas, line breaks and doubled quotes, and lines end in \n or \r\n
//= at: 1:19
