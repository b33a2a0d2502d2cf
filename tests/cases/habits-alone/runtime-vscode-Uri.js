//+ files-project

const uri = vscode.Uri.file("/README.md"); return await vscode.workspace.fs.readFile(uri)
//= throws: ReferenceError
//= message: vscode is not defined; files are reached through the global `state`, e.g. await state.readFile(path)
//= at: 21:13
