//! about = "An error that nothing catches goes to the handler, and the program goes on."

process.on("uncaughtException", (error, origin) => {
  console.log(`${origin}: ${error.message}`);
});
process.on("exit", (code) => console.log("code", code));

setTimeout(() => { throw new Error("in a timer"); }, 5);
setTimeout(() => console.log("still here"), 30);
Promise.reject(new Error("in a promise"));
throw new Error("at the top");
//= result: undefined
//= console.log: uncaughtException: at the top
//= console.log: unhandledRejection: in a promise
//= console.log: uncaughtException: in a timer
//= console.log: still here
//= console.log: code 0
