//! about = "What is done at the end, by handlers of the process."

const started = [];
process.on("exit", (code) => console.log("exit", code, started.length));
process.once("beforeExit", () => {
  console.log("nothing left");
  setTimeout(() => console.log("one more"), 5);
});
process.on("unhandledRejection", (reason, promise) => {
  console.log("unhandled:", reason.message, promise instanceof Promise);
});

for (const name of ["a", "b"]) {
  started.push(name);
  new Promise((_, reject) => setTimeout(() => reject(new Error(`${name} failed`)), 10 * started.length));
}
setTimeout(() => console.log("later"), 50);
//= result: undefined
//= console.log: unhandled: a failed true
//= console.log: unhandled: b failed true
//= console.log: later
//= console.log: nothing left
//= console.log: one more
//= console.log: exit 0 2
