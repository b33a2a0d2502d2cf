import { readFileSync } from 'fs';
const text: string = readFileSync('/a', 'utf8');
return text;

