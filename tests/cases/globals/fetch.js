async () => fetch("https://example.org/")

//= throws: ReferenceError
//= message: fetch is not defined; there is no network in this sandbox; files are reached through state, and whatever else the host offers through tools
//= at: 1:13
