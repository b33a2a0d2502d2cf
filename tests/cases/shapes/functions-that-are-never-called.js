const add = (a, b) => a + b;
const sub = (a, b) => 1 - 2;
//= result: undefined
//= console.warn: note: line 1: nothing was run: the program declares functions and calls none; call one, or name it main
