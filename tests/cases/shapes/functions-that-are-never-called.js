const add = (a, b) => a + b;
const sub = (a, b) => 1 - 2;
//= result: -1
//= console.warn: note: line 1: `sub` was called as the program, and `add` was not: call what is meant, or name it main
