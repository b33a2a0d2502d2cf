//+ files-project

import { glob } from "glob"; return await glob("**/*.ts")
//= throws: Error
//= message: Cannot find module 'glob': await state.glob("/**/*.ts", { nodir: true, exclude: ["node_modules"] }) lists files, without an import
//= code: MODULE_NOT_FOUND
//= at: 21:22
