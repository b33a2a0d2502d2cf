import { readFileSync, writeFileSync } from 'fs';
writeFileSync('/a', 'text');
const text: string = readFileSync('/a', 'utf8');
return text;
//= result: "text"
//= created: /a (- -> 4)
