//+ files-project

import { globby } from "globby"; return globby(["**/*.js"], { gitignore: true })
//= throws: Error
//= message: Cannot find module 'globby': await state.glob("/**/*.ts", { nodir: true, exclude: ["node_modules"] }) lists files, without an import
//= code: MODULE_NOT_FOUND
//= at: 21:24
