// The smallest program: a value, and a line in the log.
//
//   isolate-run examples/hello.js
async () => {
  console.log("hello from the sandbox");
  return 1 + 1;
};
