console.log("one");
if (process.exitCode === undefined) process.exit(0);
console.log("never");
//= result: undefined
//= console.log: one
