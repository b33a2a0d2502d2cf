() => {
  console.group("outer");
  console.log("inside\nof it");
  console.groupEnd();
  console.count();
  console.count("x");
  console.count();
  console.assert(1 === 2, "not", "equal");
  console.assert(true, "never");
  console.dir({ a: 1 });
}

//= result: undefined
//= console.log: outer
//= console.log: "  inside\n  of it"
//= console.log: default: 1
//= console.log: x: 1
//= console.log: default: 2
//= console.error: Assertion failed: not equal
//= console.log: { a: 1 }
