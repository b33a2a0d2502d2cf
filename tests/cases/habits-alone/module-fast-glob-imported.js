//+ files-project

import fg from "fast-glob"; return await fg(["**/*.ts", "!node_modules/**"], { cwd: "/src" })
//= throws: Error
//= message: Cannot find module 'fast-glob': await state.glob("/**/*.ts", { nodir: true, exclude: ["node_modules"] }) lists files, without an import
//= code: MODULE_NOT_FOUND
//= at: 21:16
