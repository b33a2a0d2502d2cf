import fs from "node:fs";
export default async () => fs.readFileSync("/a");

//= does not parse: SyntaxError
//= message: Unexpected token 'fs', expected '.'. There are no modules here: remove the import. Files are reached through the global `state`, e.g. await state.readFile(path)
//= at: 1:8
