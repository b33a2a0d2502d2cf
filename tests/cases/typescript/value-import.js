import { readFileSync } from 'fs';
const text: string = readFileSync('/a', 'utf8');
return text;

//= does not parse: SyntaxError
//= message: Unexpected token '{', expected '.'. There are no modules here: remove the import. Files are reached through the global `state`, e.g. await state.readFile(path)
//= at: 1:8
