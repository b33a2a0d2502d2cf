//+ files-project

return await workspace.fs.readDirectory("/src")
//= throws: ReferenceError
//= message: workspace is not defined; files are reached through the global `state`, e.g. await state.readFile(path)
//= at: 21:14
