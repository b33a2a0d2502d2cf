const helper = (text) => text.toUpperCase();
async function first() {
  return helper("a");
}
function second() {
  return helper("b");
}
async function third() {
  return helper("c");
}
//= result: "C"
//= console.warn: note: line 2: `third` was called as the program, and `first` and `second` were not: call what is meant, or name it main
