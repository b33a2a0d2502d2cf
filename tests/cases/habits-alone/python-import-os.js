//+ files-project

import os; return os.listdir("/src")
//= does not parse: SyntaxError
//= message: Unexpected token 'os', expected '.'. An import is written import { name } from "/lib/file.js"; files are reached through the global `state`, e.g. await state.readFile(path)
//= at: 21:8
