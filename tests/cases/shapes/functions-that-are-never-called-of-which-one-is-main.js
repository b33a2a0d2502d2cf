const unused = (a, b) => a + b;
function main() {
  return 1;
}
//= result: 1
